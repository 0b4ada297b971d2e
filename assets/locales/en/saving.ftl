# What people read on every platform while the store takes no writes.
-nothing-saved = Nothing can be saved right now: the bot's disk is full or broken, or its database is out of reach. Your games are safe.
