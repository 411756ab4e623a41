export const scanning = {
  'scanning.enter': 'Eingeben',
  'scanning.camera': 'Mit der Kamera scannen',
  'scanning.camera.https':
    'Browser erlauben die Kamera nur über eine sichere Verbindung. Öffnen Sie diese Seite unter einer Adresse, die mit https:// beginnt.',
  'scanning.camera.refused':
    'Die Kamera kann nicht verwendet werden. Erlauben Sie sie in den Einstellungen Ihres Browsers für diese Website.',
  'scanning.trouble.no-connection': 'Keine Verbindung. Ihre Scans bleiben erhalten.',
  'scanning.trouble.signed-out': 'Sie sind abgemeldet. Melden Sie sich wieder an, um Ihre Scans zu senden.',
  'scanning.waiting':
    '{n, plural, one {# Scan wird gesendet, sobald die Verbindung wieder da ist.} other {# Scans werden gesendet, sobald die Verbindung wieder da ist.}}',
} as const
