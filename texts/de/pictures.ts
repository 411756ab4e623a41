export const pictures = {
  'pictures.title': 'Bilder',
  'pictures.hint':
    'JPEG, PNG oder WebP, je bis {megabytes} MB und mindestens {side} px auf der längeren Seite. Das erste ist das Hauptbild.',
  'pictures.count': '{n} von {max}',
  'pictures.add': 'Bilder hinzufügen',
  'pictures.drop': 'oder hierher ziehen oder einfügen',
  'pictures.dropNow': 'Loslassen zum Hinzufügen',
  'pictures.main': 'Hauptbild',
  'pictures.name': 'Bild {n}',
  'pictures.earlier': 'Bild {n} nach vorn',
  'pictures.later': 'Bild {n} nach hinten',
  'pictures.remove': 'Bild {n} entfernen',
  'pictures.removed': 'Entfernt',
  'pictures.describe.label': 'Was Bild {n} zeigt',
  'pictures.sending': 'Wird gesendet, {percent}',
  'pictures.preparing': 'Wird vorbereitet',
  'pictures.cancelNamed': '{file} abbrechen',
  'pictures.againNamed': 'Noch einmal: {file}',
  'pictures.dismiss': 'Ausblenden',
  'pictures.dismissNamed': '{file} ausblenden',
  'pictures.unsent':
    '{n, plural, one {# Bild wird noch gesendet} other {# Bilder werden noch gesendet}}: Danach geht es mit dem Formular weiter.',
  'pictures.addChosen': 'Gewählte Bilder hinzufügen',
  'pictures.said.added': '{n, plural, one {# Bild hinzugefügt} other {# Bilder hinzugefügt}}, {count} insgesamt',
  'pictures.said.moved': 'Bild {from} ist jetzt Nummer {to} von {count}',
  'pictures.said.removed': 'Bild {n} entfernt. Das lässt sich rückgängig machen.',
  'pictures.said.restored': 'Das Bild ist wieder an seinem Platz',
  'pictures.refused.empty': 'Die Datei ist leer. Wählen Sie das Bild noch einmal.',
  'pictures.refused.animated': 'Bewegte Bilder werden nicht angenommen. Wählen Sie ein stehendes Bild.',
  'pictures.refused.gif': 'GIF-Dateien werden nicht angenommen. Speichern Sie das Bild als JPEG oder PNG.',
  'pictures.refused.format':
    '{kind}-Bilder werden nicht angenommen. Speichern oder exportieren Sie es als JPEG, PNG oder WebP{kind, select, HEIC {. Auf einem iPhone wählen Sie unter Einstellungen, Kamera, Formate „Maximale Kompatibilität“} other {}}.',
  'pictures.refused.not-a-picture':
    '{kind, select, pdf {Das ist ein PDF-Dokument und kein Bild.} archive {Das ist ein Archiv oder Office-Dokument und kein Bild.} video {Das ist ein Video und kein Bild.} program {Das ist ein Programm und kein Bild.} webpage {Das ist eine Webseite und kein Bild.} other {Das ist kein Bild.}} Wählen Sie eine Datei vom Typ JPEG, PNG oder WebP.',
  'pictures.refused.broken': 'Die Datei ist beschädigt oder unvollständig. Exportieren oder kopieren Sie das Bild neu.',
  'pictures.refused.too-large': 'Die Datei ist größer als {megabytes} MB. Speichern Sie sie kleiner.',
  'pictures.refused.not-let-through':
    'Die Datei ist größer, als der Zugang zu diesem Hub durchlässt. Speichern Sie sie kleiner.',
  'pictures.refused.too-many-pixels':
    'Es hat {width} × {height} Pixel, mehr als {megapixels} Millionen. Speichern Sie es kleiner.',
  'pictures.refused.too-small':
    'Es hat {width} × {height} Pixel. Nötig sind mindestens {long} auf der längeren und {short} auf der kürzeren Seite.',
  'pictures.refused.too-many': 'Ein Angebot hat höchstens {count} Bilder. Entfernen Sie zuerst eines.',
  'pictures.refused.busy': 'Gerade werden zu viele Bilder vorbereitet. Versuchen Sie es gleich noch einmal.',
  'pictures.refused.not-kept':
    'Das Bild ließ sich nicht speichern. Versuchen Sie es noch einmal; hilft das nicht, melden Sie es dem Support des Marktplatzes.',
  'pictures.refused.no-answer': 'Die Verbindung ist abgebrochen. Versuchen Sie es noch einmal.',
  'pictures.refused.signed-out':
    'Sie sind nicht mehr angemeldet. Melden Sie sich an und fügen Sie das Bild dann hinzu.',
}
