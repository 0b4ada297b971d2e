# Pläne: was sofort gespielt wird, wenn der Gegner dies oder das zieht.

plans-none = Du hast in dieser Partie nichts geplant. Ist dein Gegner am Zug, dann spielt /wenn Sf6 dann Lb5 sofort Lb5, sobald er Sf6 zieht; es darf weitergehen: /wenn Sf6 dann Lb5 wenn a6 dann La4. Deine Pläne siehst nur du.
plans-gone = Entfernt; du hast in dieser Partie keine Pläne mehr.
plans-listed = Deine Pläne, die nur du siehst. Was nicht zum nächsten Zug deines Gegners passt, ist danach weg:
plans-added = Geplant, und nur du siehst es. Das sind jetzt deine Pläne; was nicht zum nächsten Zug deines Gegners passt, ist danach weg:
plans-at-turn = Deine Pläne, die nur du siehst. Du bist am Zug und entscheidest; was nicht zu deinem Zug passt, ist danach weg:
live-plans = Deine Pläne:
plans-pair = wenn { $condition } dann { $reply }
button-unplan = { $number } entfernen
board-replied = Wie geplant: { $moved }

refused-plan-cards = Im Schachen lässt sich nichts planen: Was dort möglich ist, hängt an verdeckten Karten. Warte, bis du am Zug bist.
refused-plan-touch-move = Mit „Berührt – geführt“ lässt sich nichts planen, denn niemand berührt Figuren im Voraus. Warte, bis du am Zug bist.
refused-plan-your-turn = Du bist am Zug: Zieh einfach. Planen kannst du, während dein Gegner am Zug ist.
refused-plan-overheard = Hier lesen alle deine Worte und meine Antwort mit, dein Gegner wüsste also deine Pläne. Nimm Slash-Befehle, die sehe nur ich: /wenn.
refused-plan-command-overheard = Hier lesen alle deine Worte und meine Antwort mit, dein Gegner wüsste also deine Pläne. Schreib mir allein, wo niemand sonst mitliest: /wenn.
refused-plan-words-overheard = Diesen Plan konnten alle lesen, darum zählt er nicht. Schreib ihn mir hier, das lesen nur wir beide.
refused-plan-there = Nach { $moves }: { $sentence }
refused-plan-several-moves = „{ $text }“ könnte { $moves } sein. Tippe genau den Zug, den du meinst.
refused-plan-not-a-move = „{ $text }“ kann ich nicht als Zug lesen. Tippe ihn wie Sf3 oder e2e4, und setze „dann“ zwischen die Züge.
refused-plan-over = Nach { $moves } ist die Partie zu Ende, danach kommt nichts mehr. Lass den Rest weg.
refused-plan-no-reply = Und was spielst du nach { $moves }? Setze deinen Zug dazu, wie in /wenn Sf6 dann Lb5.
refused-plan-long = Ein Plan hat höchstens { $most } Züge, die deines Gegners mitgezählt. Plane den Rest später.
refused-plan-many = Du hast { $most } Pläne, mehr kann ich mir nicht merken. Entferne erst einen: /wenn zeigt sie.
