// Members dialog: lists the people who are let into a private room, and lets them be removed,
// leave, or replace the invite link.

import { wireCopyButton } from "../base/clipboard.js";
import { byId, createElement } from "../base/elements.js";
import { changeMembers, errorText, listMembers } from "../base/requests.js";
import { translate } from "../base/translations.js";

/**
 * Opens the dialog.
 * @param {number} seat
 * @param {string} channel
 * @param {() => void} onLeave called when the reader has left the room
 */
export async function openMembers(seat, channel, onLeave) {
  const dialog = byId("members");
  const line = byId("members-error");
  line.textContent = "";
  const showError = (/** @type {unknown} */ error) => (line.textContent = errorText(error));
  const show = (/** @type {Wire.Members} */ { members, made, link }) => {
    byId("members-list").replaceChildren(...members.map(({ name, you }) => {
      const remove = createElement("button", { type: "button", class: "button secondary", "aria-label": translate("member-remove", { name }) }, translate("remove"));
      remove.addEventListener("click", () => change({ without: name }));
      return createElement("li", { class: "member" }, createElement("span", {}, name, you ? ` (${translate("you")})` : ""), made && !you && remove);
    }));
    byId("members-link").hidden = link === undefined;
    byId("members-address").value = link === undefined ? "" : location.origin + link;
    byId("members-leave").hidden = made;
    byId("members-leave").onclick = async () => {
      const own = members.find(({ you }) => you);
      if (own !== undefined && (await change({ without: own.name }))) {
        dialog.close();
        onLeave();
      }
    };
  };
  const change = async (/** @type {Wire.MembersChange} */ wanted) => {
    line.textContent = "";
    try {
      show(await changeMembers(seat, channel, wanted));
      return true;
    } catch (error) {
      showError(error);
      return false;
    }
  };
  byId("members-relink").onclick = () => change({ relink: true });
  wireCopyButton(byId("members-copy"), byId("members-address"));
  try {
    show(await listMembers(seat, channel));
  } catch (error) {
    showError(error);
  }
  dialog.showModal();
}
