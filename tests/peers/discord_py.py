#!/usr/bin/env python3
"""A small bot of discord.py, which knows nothing of adoube, for the Discord of the tests to be measured with.

    discord_py.py --api https://localhost:PORT/api/v10 --gateway ws://127.0.0.1:PORT --authority CA.pem --token TOKEN

`bash tests/peers/install.sh` installs it, `cargo test --test discord peer` starts it and plays the people: if a program written for the real Discord gets along,
the local one is like it in what it uses. What the bot does is seen on the local Discord alone; it ends when it is killed.
"""

import argparse
import asyncio
import io
import logging
import ssl

import aiohttp
import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
import yarl


class Form(discord.ui.Modal, title="A question"):
    answer = discord.ui.TextInput(label="Which opening?", max_length=50)

    async def on_submit(self, interaction):
        await interaction.response.send_message(f"{interaction.user.display_name} likes {self.answer.value}.")


class Offer(discord.ui.View):
    @discord.ui.button(label="Accept", style=discord.ButtonStyle.success)
    async def accept(self, interaction, button):
        button.disabled = True
        await interaction.response.edit_message(content=f"{interaction.user.display_name} accepts.", view=self)

    @discord.ui.select(placeholder="A piece", options=[discord.SelectOption(label=name) for name in ("Rook", "Knight")])
    async def pick(self, interaction, menu):
        await interaction.response.send_message(f"A {menu.values[0]}.", ephemeral=True)


class Peer(discord.Client):
    def __init__(self, **options):
        intents = discord.Intents(guilds=True, messages=True, message_content=True)
        super().__init__(intents=intents, **options)
        self.tree = app_commands.CommandTree(self)
        self.add_commands()
        self.resumptions = 0

    def add_commands(self):
        @self.tree.command(description="Answers at once")
        async def greet(interaction, name: str):
            await interaction.response.send_message(f"Hello {name}.", ephemeral=True)

        @self.tree.command(description="Answers later")
        async def ponder(interaction):
            await interaction.response.defer()
            await interaction.followup.send("First thought.")
            second = await interaction.followup.send("Second thought.", wait=True)
            await second.edit(content="Second thought, corrected.")
            await interaction.edit_original_response(content="First thought, corrected.")

        @self.tree.command(description="Shows a button and a menu")
        async def offer(interaction):
            await interaction.response.send_message("Will you?", view=Offer(timeout=None))

        @self.tree.command(description="Shows a form")
        async def form(interaction):
            await interaction.response.send_modal(Form())

        @greet.autocomplete("name")
        async def names(_, typed):
            return [app_commands.Choice(name=name, value=name) for name in ("Ada", "Bob") if name.startswith(typed)]

    async def setup_hook(self):
        await self.tree.sync()

    async def on_resumed(self):
        self.resumptions += 1

    async def on_message(self, message):
        if message.author == self.user:
            return
        if message.content == "file":
            file = discord.File(io.BytesIO(b"1. e4 e5"), filename="game.pgn", description="A short game")
            await message.reply("Here.", file=file)
        elif message.content == "thread":
            thread = await message.create_thread(name="A game", auto_archive_duration=60)
            await thread.send("1. e4")
            await thread.edit(archived=True)
        elif message.content == "many":
            for number in range(4):
                await message.channel.send(f"Number {number}.")
        else:
            where = "privately" if message.guild is None else "in the channel"
            await message.channel.send(f"You said {message.content!r} {where}; resumed {self.resumptions} times.")


async def main():
    parser = argparse.ArgumentParser()
    for name in ("api", "gateway", "authority", "token"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    Route.BASE = options.api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(options.gateway)
    context = ssl.create_default_context(cafile=options.authority)
    discord.utils.setup_logging(level=logging.ERROR)
    async with Peer(connector=aiohttp.TCPConnector(ssl=context)) as peer:
        await peer.start(options.token)


asyncio.run(main())
