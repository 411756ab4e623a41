import type { optOut as english } from '../en/opt-out.ts'

export const optOut: Record<keyof typeof english, string> = {
  'optOut.link': 'Zur klassischen Ansicht',
  'optOut.info.header': 'Zur klassischen Ansicht wechseln?',
  'optOut.info.what':
    'Die klassische Ansicht ist eine einfache Seite: Bestellungen zum Versenden, aktive Angebote und die Verkäufe der letzten 31 Tage. Sie ersetzt auf allen Ihren Geräten die Übersicht.',
  'optOut.info.back': 'Nichts geht verloren, und Sie können jederzeit zum Seller Hub zurückkehren.',
  'optOut.info.switch': 'Wechseln',
  'optOut.info.stay': 'Hier bleiben',
  'optOut.waiting': 'Wechsel läuft …',
  'optOut.success.header': 'Sie haben gewechselt',
  'optOut.success.body':
    'Ab jetzt öffnet die Übersicht die klassische Ansicht, auf jedem Gerät. Dort bringt eine Schaltfläche Sie zurück.',
  'optOut.success.go': 'Zur klassischen Ansicht',
  'optOut.success.feedback': 'Sagen Sie uns, warum',
  'optOut.failed.header': 'Der Wechsel hat nicht geklappt',
  'optOut.failed.body':
    'Der Hub hat den Wechsel nicht bestätigt; es hat sich nichts geändert. Versuchen Sie es in ein paar Minuten noch einmal.',
  'optOut.feedback.subject': 'Warum ich von {brand} zur klassischen Ansicht gewechselt bin',
  'optOut.feedback.body': 'Das hat mir gefehlt oder mich gestört:',

  'previous.title': 'Klassische Ansicht',
  'previous.intro': 'Sie haben für {shop} die klassische Ansicht gewählt.',
  'previous.back': 'Zum neuen Seller Hub wechseln',
  'previous.done': 'Bestellung {number} ist als versendet markiert.',
  'previous.ship.none': 'Keine Bestellung wartet auf den Versand.',
  'previous.ship.carrierOf': 'Versanddienst für Bestellung {number}',
  'previous.ship.trackingOf': 'Sendungsnummer für Bestellung {number}',
  'previous.ship.submitOf': 'Als versendet markieren: Bestellung {number}',
  'previous.listings.none': 'Kein Angebot ist aktiv.',
  'previous.listings.item': 'Titel',
  'previous.listings.noEnd': 'ohne Ende',
  'previous.sales.title': 'Verkäufe der letzten {days} Tage',
  'previous.sales.none': 'In den letzten {days} Tagen wurde nichts verkauft.',
  'previous.sales.day': 'Tag',
  'previous.sales.gross': 'Brutto',
  'previous.sales.rule':
    'Bezahlte Bestellungen nach dem Tag der Bestellung, wie in der Übersicht des Seller Hub. Stornierte zählen nicht.',
  'previous.error.ofOrder': 'Bestellung {number}: {error}',
  'previous.error.carrier': 'Geben Sie den Versanddienst an, höchstens 60 Zeichen.',
  'previous.error.tracking':
    'Geben Sie die Sendungsnummer an, 4 bis 40 Buchstaben und Ziffern, wie der Versanddienst sie schreibt.',
  'previous.error.unknown': 'Eine Bestellung {number} gibt es in diesem Shop nicht.',
  'previous.error.already-shipped':
    'Bestellung {number} wurde schon mit einer anderen Sendung versendet. Es wurde nichts geändert.',
  'previous.error.other-request':
    'Bestellung {number} wurde von dieser Seite schon versendet, mit einem anderen Versanddienst oder einer anderen Sendungsnummer. Was Sie danach eingegeben haben, wurde nicht versendet: Den Stand zeigt die Seite der Bestellung.',
  'previous.error.not-possible-now':
    'Bestellung {number} kann jetzt nicht versendet werden: Sie ist storniert, erstattet oder nicht bezahlt. Es wurde nichts geändert.',
}
