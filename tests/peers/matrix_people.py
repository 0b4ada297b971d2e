#!/usr/bin/env python3
"""People on a Matrix homeserver, with matrix-nio: a client that has nothing in common with the bot's.

    target/peers/bin/python tests/peers/matrix_people.py HOMESERVER FOLDER REGISTRATION_SECRET

Reads deeds from standard input and writes what became of them and what each device sees to standard output, a line of
JSON each, until the input ends. A deed has a number, the device that does it, and what it does; everything a device
sees is told in the order in which it sees it, decrypted, with pictures as Base64.
"""

import asyncio
import base64
import dataclasses
import hashlib
import hmac
import io
import json
import logging
import sys
import time
import traceback

import aiohttp
import nio
from nio.crypto.attachments import decrypt_attachment

HOMESERVER, FOLDER, SECRET = sys.argv[1:4]
PASSWORD = "a password"
ENCRYPTED = {"type": "m.room.encryption", "state_key": "", "content": {"algorithm": "m.megolm.v1.aes-sha2"}}
# How long the server keeps a question for news open, in milliseconds: people who leave need not wait for it.
LONG_POLL = 20_000


def tell(**what):
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


def checked(response):
    if isinstance(response, nio.ErrorResponse):
        raise RuntimeError(str(response))
    return response


async def register(name):
    """With the secret that the homeserver's configuration has for this."""
    async with aiohttp.ClientSession() as session:
        path = f"{HOMESERVER}/_synapse/admin/v1/register"
        async with session.get(path) as answer:
            nonce = (await answer.json())["nonce"]
        text = "\0".join([nonce, name, PASSWORD, "notadmin"])
        body = {"nonce": nonce, "username": name, "password": PASSWORD, "admin": False,
                "mac": hmac.new(SECRET.encode(), text.encode(), hashlib.sha1).hexdigest()}
        async with session.post(path, json=body) as answer:
            if answer.status != 200:
                raise RuntimeError(await answer.text())
            return (await answer.json())["user_id"]


class Device:
    """Somebody's client."""

    def __init__(self, key):
        self.key = key
        self.unreadable = []
        self.withheld = {}
        self.lock = asyncio.Lock()
        self.news = asyncio.Event()
        self.listening = None
        self.client = None

    async def log_in(self, name):
        config = nio.AsyncClientConfig(encryption_enabled=True, store_sync_tokens=False)
        self.client = nio.AsyncClient(HOMESERVER, name, store_path=FOLDER, config=config)
        checked(await self.client.login(PASSWORD, device_name=self.key))
        self.client.add_event_callback(self.see, nio.Event)
        self.client.add_event_callback(self.be_invited, nio.InviteMemberEvent)
        self.client.add_to_device_callback(self.be_declined, nio.KeyVerificationCancel)
        # Its keys go up with the first answer, so that others can write to it from now on.
        await self.sync(0)
        self.listening = asyncio.create_task(self.listen())
        return {"user": self.client.user_id, "device": self.client.device_id}

    async def listen(self):
        while True:
            try:
                await self.sync(LONG_POLL)
            except (aiohttp.ClientError, asyncio.TimeoutError, RuntimeError) as error:
                logging.warning("%s: %r", self.key, error)
                # The homeserver is being restarted: nothing tells when it listens again.
                await asyncio.sleep(0.1)

    async def sync(self, timeout):
        response = checked(await self.client.sync(timeout=timeout, full_state=self.client.next_batch is None))
        async with self.lock:
            await self.look_after_keys()
        self.news.set()
        for room in response.rooms.leave:
            tell(who=self.key, saw={"kind": "out", "room": room})
        for room, event in self.unreadable[:]:
            try:
                readable = self.client.decrypt_event(event)
            except nio.EncryptionError:
                continue
            self.unreadable.remove((room, event))
            await self.see(room, readable)

    async def look_after_keys(self):
        if self.client.should_upload_keys:
            checked(await self.client.keys_upload())
        if self.client.should_query_keys:
            checked(await self.client.keys_query())
        if self.client.should_claim_keys:
            checked(await self.client.keys_claim(self.client.get_users_for_key_claiming()))
        await self.client.send_to_device_messages()

    async def be_invited(self, room, event):
        if event.state_key != self.client.user_id or event.membership != "invite":
            return
        direct = bool(event.content.get("is_direct"))
        # A homeserver tells another one of an invitation before it knows it itself: people try again.
        while isinstance(joined := await self.client.join(room.room_id), nio.JoinError) \
                and joined.status_code == "M_FORBIDDEN":
            await asyncio.sleep(0.1)
        checked(joined)
        tell(who=self.key, saw={"kind": "invited", "room": room.room_id, "sender": event.sender, "direct": direct})

    async def be_declined(self, event):
        tell(who=self.key, saw={"kind": "declined", "sender": event.sender, "id": event.transaction_id})

    async def verify(self, room, user):
        """Asks somebody to compare emoji: in a room, or whichever of their devices takes it."""
        content = {"from_device": self.client.device_id, "methods": ["m.sas.v1"]}
        if room:
            words = {"msgtype": "m.key.verification.request", "body": "Your client cannot compare emoji.", "to": user}
            return await self.send(room, content | words)
        content |= {"timestamp": int(time.time() * 1000), "transaction_id": f"verify {self.key}"}
        checked(await self.client.to_device(nio.ToDeviceMessage("m.key.verification.request", user, "*", content)))
        return {}

    async def see(self, room, event):
        content = event.source.get("content", {})
        saw = {"room": room.room_id, "id": event.event_id, "sender": event.sender, "body": content.get("body"),
               "html": content.get("formatted_body"), "mentions": content.get("m.mentions", {}).get("user_ids", [])}
        relation = content.get("m.relates_to", {})
        if relation.get("rel_type") == "m.thread":
            saw["thread"] = relation["event_id"]
        elif relation.get("rel_type") == "m.replace":
            saw["edits"] = relation["event_id"]
            # Whom it calls, and whom what it replaces has called already.
            saw["mentions"] = content["m.new_content"].get("m.mentions", {}).get("user_ids", [])
        if not relation.get("is_falling_back"):
            saw["reply_to"] = relation.get("m.in_reply_to", {}).get("event_id")
        if isinstance(event, nio.MegolmEvent):
            self.unreadable.append((room, event))
            saw["kind"] = "unreadable"
        elif isinstance(event, (nio.RoomMessageImage, nio.RoomEncryptedImage)):
            saw |= {"kind": "picture", "file": content.get("filename"), "encrypted": "file" in content,
                    "picture": base64.b64encode(await self.download(event)).decode()}
        elif isinstance(event, (nio.RoomMessageFile, nio.RoomEncryptedFile)):
            saw |= {"kind": "file", "file": content.get("filename"), "encrypted": "file" in content,
                    "picture": base64.b64encode(await self.download(event)).decode()}
        elif isinstance(event, nio.RoomMessageText):
            saw["kind"] = "text"
        elif isinstance(event, nio.RoomMessageNotice):
            saw["kind"] = "notice"
        elif isinstance(event, nio.ReactionEvent):
            saw |= {"kind": "reaction", "to": event.reacts_to, "key": event.key}
        elif isinstance(event, nio.RedactionEvent):
            saw |= {"kind": "redaction", "to": event.redacts}
        elif isinstance(event, nio.RoomMemberEvent):
            saw |= {"kind": event.membership, "user": event.state_key}
        else:
            saw["kind"] = event.source.get("type", "")
        tell(who=self.key, saw=saw)

    async def download(self, event):
        body = checked(await self.client.download(event.url)).body
        if isinstance(event, (nio.RoomEncryptedImage, nio.RoomEncryptedFile)):
            body = decrypt_attachment(body, event.key["k"], event.hashes["sha256"], event.iv)
        return body

    async def send(self, room, content, kind="m.room.message", impatient=False):
        async with self.lock:
            await self.look_after_keys()
            # The client waits where the homeserver says so, unless it is told not to.
            limit = 0 if impatient else None
            self.client.config = dataclasses.replace(self.client.config, max_limit_exceeded=limit)
            sent = await self.client.room_send(room, kind, content, ignore_unverified_devices=True)
        return {"id": checked(sent).event_id}

    async def notified(self):
        """The events of which the homeserver notifies this person, by their push rules."""
        headers = {"Authorization": f"Bearer {self.client.access_token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            async with session.get(f"{HOMESERVER}/_matrix/client/v3/notifications?limit=100") as answer:
                answer.raise_for_status()
                return {"events": [each["event"]["event_id"] for each in (await answer.json())["notifications"]]}

    async def withhold(self, room, user):
        """What is said in a room from now on is said with a new key, which somebody does not get."""
        async with self.lock:
            await self.look_after_keys()
            self.client.olm.rotate_outbound_group_session(room)
            session = self.client.olm.outbound_group_sessions[room]
            # Before anything is said with it: a key opens nothing that was said before it was handed over.
            self.withheld[room] = {"algorithm": "m.megolm.v1.aes-sha2", "room_id": room, "session_id": session.id,
                                   "session_key": session.session_key}
            for device in self.client.device_store.active_user_devices(user):
                session.users_ignored.add((user, device.id))

    async def hand_over(self, room, user):
        """The key that was withheld, sent as if the network had been slow."""
        async with self.lock:
            await self.look_after_keys()
            missing = self.client.olm.get_missing_sessions([user])
            if missing:
                checked(await self.client.keys_claim(missing))
            for device in self.client.device_store.active_user_devices(user):
                session = self.client.olm.session_store.get(device.curve25519)
                sealed = self.client.olm._olm_encrypt(session, device, "m.room_key", self.withheld[room])
                checked(await self.client.to_device(
                    nio.ToDeviceMessage("m.room.encrypted", user, device.id, sealed)))

    async def do(self, deed, what):
        room = what.get("room")
        if deed == "create":
            state = [ENCRYPTED] if what["encrypted"] else []
            made = await self.client.room_create(name=what.get("name"), invite=what.get("invite", []),
                                                 initial_state=state, power_level_override=what.get("powers"),
                                                 is_direct=what.get("direct", False))
            room = checked(made).room_id
            # What is sent is encrypted only where the client has heard that it must be.
            while room not in self.client.rooms or what["encrypted"] != self.client.rooms[room].encrypted:
                self.news.clear()
                await asyncio.wait_for(self.news.wait(), 30)
            return {"room": room}
        if deed == "invite":
            checked(await self.client.room_invite(room, what["user"]))
        elif deed == "say":
            content = {"msgtype": "m.text", "body": what["text"]}
            if what.get("thread"):
                content["m.relates_to"] = {"rel_type": "m.thread", "event_id": what["thread"],
                                           "is_falling_back": True,
                                           "m.in_reply_to": {"event_id": what["thread"]}}
            if what.get("reply_to"):
                content["m.relates_to"] = {"m.in_reply_to": {"event_id": what["reply_to"]}}
            if what.get("html"):
                content |= {"format": "org.matrix.custom.html", "formatted_body": what["html"]}
            if what.get("mentions"):
                content["m.mentions"] = {"user_ids": what["mentions"]}
            return await self.send(room, content, impatient=what.get("impatient", False))
        elif deed == "picture":
            data = base64.b64decode(what["picture"])
            encrypted = self.client.rooms[room].encrypted
            uploaded, keys = await self.client.upload(lambda *_: io.BytesIO(data), content_type="image/png",
                                                      filename=what["file"], encrypt=encrypted, filesize=len(data))
            uri = checked(uploaded).content_uri
            content = {"msgtype": "m.image", "body": what["caption"], "filename": what["file"],
                       "info": {"mimetype": "image/png", "size": len(data)}}
            content |= {"file": {**keys, "url": uri}} if encrypted else {"url": uri}
            return await self.send(room, content)
        elif deed == "react":
            relation = {"rel_type": "m.annotation", "event_id": what["to"], "key": what["key"]}
            return await self.send(room, {"m.relates_to": relation}, kind="m.reaction")
        elif deed == "edit":
            return await self.send(room, {
                "msgtype": "m.text", "body": f"* {what['text']}",
                "m.new_content": {"msgtype": "m.text", "body": what["text"]},
                "m.relates_to": {"rel_type": "m.replace", "event_id": what["to"]}})
        elif deed == "redact":
            checked(await self.client.room_redact(room, what["to"]))
        elif deed == "be called":
            checked(await self.client.set_displayname(what["name"]))
        elif deed == "leave":
            checked(await self.client.room_leave(room))
        elif deed == "notified":
            return await self.notified()
        elif deed == "withhold":
            await self.withhold(room, what["user"])
        elif deed == "hand over":
            await self.hand_over(room, what["user"])
        elif deed == "verify":
            return await self.verify(room, what["user"])
        elif deed == "kick":
            checked(await self.client.room_kick(room, what["user"]))
        else:
            raise RuntimeError(f"nobody knows how to {deed}")
        return {}


DEVICES = {}


async def do(line):
    what = json.loads(line)
    number, deed, who = what.pop("number"), what.pop("do"), what.pop("who")
    try:
        if deed == "register":
            done = {"user": await register(who)}
        elif deed == "log in":
            DEVICES[who] = Device(who)
            done = await DEVICES[who].log_in(what["name"])
        else:
            done = await DEVICES[who].do(deed, what)
        tell(number=number, done=done)
    except Exception as error:  # Whoever asked for it decides what a failure means.
        tell(number=number, failed=f"{error!r}\n{traceback.format_exc()}")


async def main():
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    reader = asyncio.StreamReader(limit=2**24)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    doing = set()
    while line := await reader.readline():
        task = asyncio.create_task(do(line))
        doing.add(task)
        task.add_done_callback(doing.discard)


if __name__ == "__main__":
    asyncio.run(main())
