/** German texts of the area "packing": the pack station. */
export const packing = {
  'packing.title': 'Packplatz',
  'packing.close': 'Packplatz schließen',
  'packing.count': '{packed, number} von {of, number} gepackt',
  'packing.scan': 'Bestellung oder SKU scannen',
  'packing.enter': 'Eingeben',
  'packing.begin':
    'Scannen Sie eine Bestellung oder einen Artikel, oder wählen Sie eine Bestellung. Ein gescannter Artikel öffnet die erste Bestellung, die ihn braucht.',
  'packing.list': 'Bestellungen zum Packen',
  'packing.camera': 'Mit der Kamera scannen',
  'packing.camera.https':
    'Browser erlauben die Kamera nur über eine sichere Verbindung. Öffnen Sie diese Seite unter einer Adresse, die mit https:// beginnt.',
  'packing.camera.refused':
    'Die Kamera kann nicht verwendet werden. Erlauben Sie sie in den Einstellungen Ihres Browsers für diese Website.',
  'packing.nothing': 'Nichts zu packen',
  'packing.nothing.hint': 'Hier erscheinen bezahlte Bestellungen, die noch nicht versendet sind.',
  'packing.nothing.orders': 'Alle Bestellungen zeigen',
  'packing.skip': 'Überspringen',
  'packing.next': 'Nächste Bestellung',
  'packing.complete': 'Alles gepackt',
  'packing.left': '{n, plural, one {Noch # Stück} other {Noch # Stück}}',
  'packing.label': 'Etikett erneut drucken',
  'packing.order': 'Bestellung öffnen',
  'packing.box': 'Eines von {title} packen: {packed, number} von {units, number} gepackt',
  'packing.box.done': 'Eines von {title} wieder herausnehmen: {packed, number} von {units, number} gepackt',
  'packing.trouble.no-connection': 'Keine Verbindung. Sie können weiterpacken.',
  'packing.trouble.signed-out':
    'Sie sind abgemeldet. Sie können weiterpacken; melden Sie sich wieder an, um Ihre Scans zu senden.',
  'packing.signIn': 'Anmelden',
  'packing.waiting':
    '{n, plural, one {# Scan wird gesendet, sobald die Verbindung wieder da ist.} other {# Scans werden gesendet, sobald die Verbindung wieder da ist.}}',
  'packing.notice.packed': '{title}: {packed, number} von {units, number}',
  'packing.notice.unpacked': '{title}: eines wieder herausgenommen',
  'packing.notice.opened': 'Bestellung {order} ist offen',
  'packing.notice.complete': 'Bestellung {order} ist gepackt',
  'packing.notice.wrong': '{code} gehört nicht in diese Bestellung. Erwartet: {expected}.',
  'packing.notice.wrong.more': '{n, number} weitere',
  'packing.notice.several':
    '{code} gibt es in mehreren Varianten: {expected}. Scannen Sie die SKU, oder tippen Sie den Artikel in seiner Bestellung an.',
  'packing.notice.enough': '{title}: Alle {n, number} sind bereits gepackt. Legen Sie dieses Stück zurück.',
  'packing.notice.unknown': 'Keine der Bestellungen zum Packen enthält {code}.',
  'packing.refused.not-to-pack':
    'Bestellung {order} muss nicht mehr gepackt werden: Sie wurde versendet oder storniert.',
  'packing.refused.enough': 'Bestellung {order} ist bereits gepackt.',
  'packing.refused.by': '{name} hat Bestellung {order} bereits gepackt.',
  'packing.refused.none-packed': 'Bestellung {order}: Dieser Artikel ist bereits herausgenommen.',
  'packing.refused.unknown-line': 'Bestellung {order} hat sich geändert: Packen Sie diesen Artikel nicht ein.',
  'packing.note': 'Hinweis des Käufers',
  'packing.privateNote': 'Interne Notiz',
} as const
