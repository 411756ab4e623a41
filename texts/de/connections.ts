import type { connections as english } from '../en/connections.ts'

/** German texts of the area "connections". */
export const connections: Record<keyof typeof english, string> = {
  'connections.intro':
    'Konnektoren melden sich hier nach jedem Durchgang. Was sie nicht senden konnten, steht hier mit dem Grund und wird auf Wunsch erneut gesendet.',
  'connections.none': 'Kein Shop ist verbunden',
  'connections.none.hint':
    'Ein Konnektor bringt Angebote und Bestellungen eines Shops wie Vendure oder Medusa in diesen Hub und Pakete und Erstattungen zurück. Die Anleitung docs/connect.md, Abschnitt 11, zeigt, wie Sie einen betreiben. Danach erscheint er hier.',
  'connections.reference': 'Was ein Konnektor meldet',
  'connections.state':
    '{state, select, working {In Betrieb} starting {Erster Durchgang läuft} behind {Im Rückstand} failing {Gestört} other {Keine Meldung seit {at}}}',
  'connections.never': 'nie',
  'connections.connector': 'Konnektor',
  'connections.kit': 'Kit {version}',
  'connections.reportedAt': 'Letzte Meldung',
  'connections.shopReadAt': 'Shop gelesen',
  'connections.hubReadAt': 'Hub gelesen',
  'connections.unread': 'Ungelesene Ereignisse',
  'connections.listings': 'Gesendete Angebote',
  'connections.orders': 'Gesendete Bestellungen',
  'connections.told': 'An den Shop gesendet',
  'connections.waiting': 'Wartend',
  'connections.refused': 'Abgelehnt',
  'connections.notSent': 'Nicht gesendet',
  'connections.newest': 'Die neuesten {n, number} von {all, number}',
  'connections.what': 'Was',
  'connections.seller': 'Verkäufer',
  'connections.where': 'Richtung',
  'connections.reason': 'Grund',
  'connections.since': 'Seit',
  'connections.action': 'Aktion',
  'connections.direction': '{direction, select, TO_HUB {An den Hub} other {An den Shop}}',
  'connections.item':
    '{kind, select, LISTING {Angebot {id}} ORDER {Bestellung {id}} PARCEL {Paket {id}} REFUND {Erstattung {id}} CANCELLATION {Stornierung {id}} HAND_OVER {Übergabe {id}} other {Bestand {id}}}',
  'connections.itemOf':
    '{kind, select, PARCEL {Paket der Bestellung {id}} REFUND {Erstattung der Bestellung {id}} CANCELLATION {Stornierung der Bestellung {id}} HAND_OVER {Übergabe der Bestellung {id}} other {Bestand des Angebots {id}}}',
  'connections.send': 'Erneut senden',
  'connections.send.item': 'Erneut senden: {name}',
  'connections.sendAll': 'Alle erneut senden',
  'connections.sendAll.of': 'Alle erneut senden: {name}',
  'connections.asked': 'Wird erneut gesendet',
  'connections.allAsked': 'Alle werden erneut gesendet',
  'connections.remove': 'Entfernen',
  'connections.remove.name': '{name} entfernen',
  'connections.done.asked': 'Der Konnektor sendet es mit seiner nächsten Meldung erneut.',
  'connections.done.removed': 'Entfernt. Meldet sich der Konnektor wieder, steht er wieder hier.',
}
