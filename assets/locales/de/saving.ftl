# Was auf jeder Plattform steht, solange sich nichts speichern lässt.
-nothing-saved = Gerade lässt sich nichts speichern: Die Festplatte des Bots ist voll oder gestört, oder seine Datenbank ist nicht erreichbar. Deine Partien sind sicher.
