import type { sellerHealth as english } from '../en/seller-health.ts'

export const sellerHealth: Record<keyof typeof english, string> = {
  'health.title': 'Verkäuferprobleme',
  'health.intro':
    'Verkäufer über einer Grenze, die schlechtesten zuerst: nach Zahl der überschrittenen Grenzen, dann nach Zahl der betroffenen Bestellungen. Messwerte, Zeitraum und Grenzen sind die, die jeder Verkäufer auf der Seite „Verkäuferstufe“ sieht.',
  'health.failures': 'Probleme',
  'health.what':
    '{failure, select, late {Die Pakete waren nicht bis zum Versandtag beim Versanddienst, und die Bestellung kam nach dem zugesagten Tag an.} defects {Der Verkäufer stornierte, weil der Artikel nicht vorrätig war oder nicht geliefert werden konnte, oder der Marktplatz entschied einen Fall für den Käufer.} cases {Der Marktplatz entschied einen Fall für den Käufer.} other {Eine Nachricht des Käufers wartete länger als {hours, number} Stunden auf Antwort.}}',
  'health.of':
    '{failure, select, unanswered {Von Bestellungen mit Nachrichten von Käufern} other {Von allen Bestellungen}}',
  'health.limit':
    'Mehr als {rate} und mehr als {failure, select, defects {{n, plural, one {# Käufer} other {# Käufer}}} other {{n, plural, one {# Bestellung} other {# Bestellungen}}}}',
  'health.count': '{count, number} von {of, number}',
  'health.figure': 'Kennzahl',
  'health.rate': 'Quote',
  'health.limits': 'Grenze',
  'health.over': '{is, select, over {Über der Grenze} other {Innerhalb der Grenze}}',
  'health.whatCounts': 'Was zählt',
  'health.counted':
    'Die Zahlen werden alle sechs Stunden aktualisiert; die ältesten sind vom {since}. Die Seite eines Verkäufers zeigt aktuelle Zahlen.',
  'health.none.title': 'Kein Verkäufer liegt über einer Grenze',
  'health.none.hint': 'Alle Kennzahlen aller Verkäufer liegen innerhalb ihrer Grenzen.',
  'health.noneOfKind.hint': 'Kein Verkäufer liegt über dieser Grenze.',
  'health.uncounted.title': 'Noch keine Zahlen',
  'health.uncounted.hint': 'Die Zahlen erscheinen innerhalb einer halben Stunde nach dem Start des Hubs.',
  'health.seller': 'Wie Käufer bedient werden',
  'health.seller.period': 'Bezahlte Bestellungen vom {from} bis {to}, Stand jetzt',
  'health.show': 'Bestellungen zeigen: {failure}',
  'health.evidence.none': 'Zurzeit gibt es keine solchen Bestellungen.',
  'health.evidence.most': 'Die neuesten {n, number} von {all, number}',
  'health.owners': 'Inhaber',
  'health.write': 'An die Inhaber schreiben',
  'health.write.short': 'Schreiben',
  'health.write.title': 'An die Inhaber von {shop} schreiben',
  'health.write.intro':
    'Jeder Inhaber bekommt eine E-Mail und sieht die Nachricht auf der Übersicht und unter „Zu tun“, bis er sie schließt. Andere Mitglieder sehen sie nicht.',
  'health.write.introNoMail':
    'Jeder Inhaber sieht die Nachricht auf der Übersicht und unter „Zu tun“, bis er sie schließt. Andere Mitglieder sehen sie nicht. Dieser Hub verschickt keine E-Mails.',
  'health.write.to': 'Empfänger',
  'health.write.email': 'E-Mail',
  'health.write.subject': 'Betreff',
  'health.write.body': 'Nachricht',
  'health.write.bodyHint': 'Wird so gesendet, wie Sie sie schreiben, ohne Übersetzung.',
  'health.write.send': 'An {n, plural, one {# Inhaber} other {# Inhaber}} senden',
  'health.write.nobody': 'Dieser Shop hat keinen Inhaber',
  'health.write.nobody.hint': 'Sie können noch niemandem schreiben.',
  'health.write.done': 'An die Inhaber gesendet. Unten sehen Sie, ob sie es gelesen haben.',
  'health.write.error.subject': 'Geben Sie einen Betreff ein.',
  'health.write.error.body': 'Geben Sie eine Nachricht ein.',
  'health.write.error.long': 'Kürzen Sie dies auf {n, number} Zeichen.',
  'health.write.error.others': 'Die Inhaber haben sich geändert. Prüfen Sie die Empfänger und senden Sie noch einmal.',
  'health.write.line': '{failure}: {count, number} von {of, number} Bestellungen ({rate}). Die Grenze ist {limit}.',
  'health.write.draft.subject': 'Wie {shop} seine Käufer bedient',
  'health.write.draft.intro': 'Zu viele bezahlte Bestellungen von {shop} vom {from} bis {to} haben Käufer enttäuscht:',
  'health.write.draft.evidence': 'Die Bestellungen hinter diesen Zahlen: {url}',
  'health.write.draft.ask':
    'Bitte gehen Sie den Gründen nach und teilen Sie uns mit, wie Sie die Grenzen künftig einhalten.',
  'health.write.from': '{by}, {hub}',
  'health.write.close': 'Diese Nachricht schließen',
  'health.write.mail':
    'Hallo {name},\n\n{by} von {hub} hat Ihnen als Inhaber von {shop} geschrieben:\n\n{body}\n\nSie finden diese Nachricht auch in Ihrem Hub:\n{link}',
  'health.written': 'Geschrieben von {by}, {at}',
  'health.notShown': 'noch nicht',
}
