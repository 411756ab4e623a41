export const undo = {
  'undo.open': 'Öffnen',
  'undo.done.hold': '{n, plural, one {# Angebot angehalten} other {# Angebote angehalten}}',
  'undo.done.release': '{n, plural, one {# Angebot wieder freigegeben} other {# Angebote wieder freigegeben}}',
  'undo.done.end': '{n, plural, one {# Angebot beendet} other {# Angebote beendet}}',
  'undo.done.publish': '{n, plural, one {# Angebot veröffentlicht} other {# Angebote veröffentlicht}}',
  'undo.done.schedule': '{n, plural, one {# Angebot geplant} other {# Angebote geplant}}',
  'undo.done.unschedule':
    '{n, plural, one {# Angebot zurück in die Entwürfe gelegt} other {# Angebote zurück in die Entwürfe gelegt}}',
  'undo.done.relist':
    '{n, plural, one {# Angebot als Entwurf wieder eingestellt} other {# Angebote als Entwürfe wieder eingestellt}}',
  'undo.done.sellSimilar':
    '{n, plural, one {# Angebot in die Entwürfe kopiert} other {# Angebote in die Entwürfe kopiert}}',
  'undo.done.discard': '{n, plural, one {Entwurf verworfen} other {# Entwürfe verworfen}}',
  'undo.done.price': 'Preis von {from} auf {to} geändert',
  'undo.done.available': 'Bestand von {from} auf {to} geändert',
  'undo.done.offer': 'Preis und Bestand geändert',
  'undo.done.template': 'Vorlage „{name}“ gelöscht',
  'undo.done.package': 'Verpackung „{name}“ gelöscht',
  'undo.done.shipRule': 'Regel „{name}“ gelöscht',
  'undo.done.policy': 'Bedingungen „{name}“ gelöscht',
  'undo.done.view': 'Ansicht „{name}“ gelöscht',
  'undo.done.ship': 'Bestellung {number} versendet',
  'undo.done.shipMany': '{n, plural, one {# Bestellung versendet} other {# Bestellungen versendet}}',
  'undo.done.shipTogether': '{n, plural, one {# Bestellung versendet} other {# Bestellungen zusammen versendet}}',
  'undo.done.handOver': '{n, plural, one {# Bestellung übergeben} other {# Bestellungen übergeben}}',
  'undo.done.tag': '{n, plural, one {Schlagwort „{tag}“ an # Bestellung} other {Schlagwort „{tag}“ an # Bestellungen}}',
  'undo.done.offerAccept': '{n, plural, one {Preisvorschlag angenommen} other {# Preisvorschläge angenommen}}',
  'undo.done.offerDecline': '{n, plural, one {Preisvorschlag abgelehnt} other {# Preisvorschläge abgelehnt}}',
  'undo.done.offerCounter': '{n, plural, one {Gegenvorschlag gemacht} other {# Gegenvorschläge gemacht}}',
  'undo.done.offerSend': '{n, plural, one {Preisvorschlag gesendet} other {# Preisvorschläge gesendet}}',
  'undo.done.untag':
    '{n, plural, one {Schlagwort „{tag}“ von # Bestellung entfernt} other {Schlagwort „{tag}“ von # Bestellungen entfernt}}',
  'undo.back': '{n, plural, one {Rückgängig gemacht} other {Für # rückgängig gemacht}}',
  'undo.left':
    '{n, plural, one {1 wurde inzwischen geändert und bleibt, wie es ist} other {# wurden inzwischen geändert und bleiben, wie sie sind}}',
  'undo.tooLate':
    'Das lässt sich nicht mehr rückgängig machen. Es wurde inzwischen geändert oder schon zurückgenommen.',
  'undo.failed': 'Das wurde nicht rückgängig gemacht. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
} as const
