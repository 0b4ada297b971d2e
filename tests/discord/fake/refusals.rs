//! Refusals of the fake Discord: status, code and text of each, as Discord lists them
//! (<https://discord.com/developers/docs/topics/opcodes-and-status-codes>).

/// Status, code and words.
pub type Refusal = (u16, u64, &'static str);

pub const NOT_FOUND: Refusal = (404, 0, "404: Not Found");
pub const UNAUTHORIZED: Refusal = (401, 0, "401: Unauthorized");
pub const UNKNOWN_CHANNEL: Refusal = (404, 10003, "Unknown Channel");
pub const UNKNOWN_MESSAGE: Refusal = (404, 10008, "Unknown Message");
pub const UNKNOWN_MEMBER: Refusal = (404, 10007, "Unknown Member");
pub const UNKNOWN_USER: Refusal = (404, 10013, "Unknown User");
pub const UNKNOWN_WEBHOOK: Refusal = (404, 10015, "Unknown Webhook");
pub const UNKNOWN_INTERACTION: Refusal = (404, 10062, "Unknown interaction");
/// <https://github.com/discord/discord-api-docs/issues/6188>
pub const COMMANDS_A_DAY: Refusal =
    (400, 30034, "Max number of daily application command creates has been reached (200)");
pub const BLOCKED: Refusal = (400, 200_000, "Message was blocked by automatic moderation");
pub const TOO_LARGE: Refusal = (413, 40005, "Request entity too large");
pub const ANSWERED: Refusal = (400, 40060, "Interaction has already been acknowledged.");
pub const FOLLOW_UPS: Refusal =
    (400, 40094, "This interaction has reached its maximum of follow-up messages");
pub const MISSING_ACCESS: Refusal = (403, 50001, "Missing Access");
pub const NOT_THE_AUTHOR: Refusal = (403, 50005, "Cannot edit a message authored by another user");
pub const EMPTY: Refusal = (400, 50006, "Cannot send an empty message");
pub const NOT_TO_THEM: Refusal = (403, 50007, "Cannot send messages to this user");
pub const NO_TEXT_CHANNEL: Refusal = (400, 50008, "Cannot send messages in a non-text channel");
pub const MISSING_PERMISSIONS: Refusal = (403, 50013, "Missing Permissions");
pub const WRONG_KIND_OF_CHANNEL: Refusal = (400, 50024, "Cannot execute action on this channel type");
pub const ENTRY_POINT: Refusal =
    (400, 50240, "You cannot remove this app's Entry Point command in a bulk update operation");
pub const WRONG_TOKEN: Refusal = (401, 50027, "Invalid Webhook Token");
pub const INVALID_FORM: Refusal = (400, 50035, "Invalid Form Body");
pub const ARCHIVED: Refusal = (400, 50083, "Thread is archived");
pub const NO_HISTORY: Refusal = (400, 160_002, "Cannot reply without permission to read message history");
pub const THREAD_THERE: Refusal = (400, 160_004, "A thread has already been created for this message");
pub const THREAD_LOCKED: Refusal = (400, 160_005, "Thread is locked");
