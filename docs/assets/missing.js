// On the page for a missing address: the page whose address is nearest to the one asked for.
// The list of all pages stands there already, so nothing is fetched.
(() => {
  "use strict";

  const LONGEST = 80; // characters of an address that are compared

  /**
   * An address as it is compared: small letters, no ending, no slash around it.
   * @param {string} path
   */
  function plain(path) {
    let text = path;
    try {
      text = decodeURIComponent(path);
    } catch { /* a stray percent sign: compare it as it stands */ }
    const bare = text.toLowerCase().replace(/\/+$/, "").replace(/(\/?index)?\.\w{1,5}$/, "");
    return bare.replace(/[\s_]+/g, "-").slice(-LONGEST);
  }

  /**
   * How many letters have to be put in, taken out or changed to make one text of the other.
   * @param {string} one @param {string} other
   */
  function distance(one, other) {
    let row = [...Array(other.length + 1).keys()];
    for (let i = 1; i <= one.length; i++) {
      const next = [i];
      for (let j = 1; j <= other.length; j++) {
        const changed = row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1);
        next.push(Math.min(changed, row[j] + 1, next[j - 1] + 1));
      }
      row = next;
    }
    return row[other.length];
  }

  const place = document.querySelector("[data-nearest]");
  const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("[data-pages] a")]);
  if (!place || !links.length) return;
  const root = links[0].pathname.replace(/[^/]*$/, "");
  const asked = plain(location.pathname.replace(root, ""));
  const last = (/** @type {string} */ address) => address.slice(address.lastIndexOf("/") + 1);
  const near = links.map((link) => {
    const address = plain(link.pathname.replace(root, ""));
    // The page may have moved to another folder: then only its own name is near.
    const away = Math.min(distance(asked, address), distance(last(asked), last(address)) + 0.5);
    return { link, away };
  }).sort((a, b) => a.away - b.away)[0];
  if (!asked || near.away > Math.max(1.5, last(asked).length * 0.4)) return;
  const link = /** @type {HTMLElement} */ (near.link.cloneNode(true));
  place.append("Did you mean ", link, "?");
  place.removeAttribute("hidden");
})();
