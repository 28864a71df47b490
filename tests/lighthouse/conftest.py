"""The built site, for every test here."""

from tests.built import site as site
