// Picture viewer: a dialog in which a picture can be scrolled at its full size.

import { byId } from "./elements.js";

/**
 * Shows this image large.
 * @param {HTMLImageElement} image
 */
export function openPictureViewer(image) {
  const large = byId("viewer-image");
  large.src = image.src;
  large.alt = image.alt;
  large.width = image.naturalWidth;
  large.height = image.naturalHeight;
  byId("viewer").showModal();
  const scroll = byId("viewer-scroll");
  scroll.scrollTo((scroll.scrollWidth - scroll.clientWidth) / 2, (scroll.scrollHeight - scroll.clientHeight) / 2);
}

/** Wires the dialog: a click beside the picture closes it like Escape does. */
export function wirePictureViewer() {
  const viewer = byId("viewer");
  byId("viewer-scroll").addEventListener("click", () => viewer.close());
}
