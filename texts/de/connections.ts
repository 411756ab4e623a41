import type { connections as english } from '../en/connections.ts'

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
  'connections.offers': 'Preisvorschlag',
  'connections.offers.none': 'Für Verkäufer ausgeblendet: Dieser Shop nimmt keine Preisvorschläge an',
  'connections.notSent': 'Nicht gesendet',
  'connections.newest': 'Die neuesten {n, number} von {all, number}',
  'connections.what': 'Details',
  'connections.seller': 'Verkäufer',
  'connections.where': 'Richtung',
  'connections.why':
    '{code, select, draft {Es ist ein Entwurf: {detail}} invalid_body {Der Hub nimmt es nicht an: {detail}} looks_like_another {Der Hub hat {items} mit {by, select, title {demselben Titel} GTIN {derselben GTIN} other {derselben {by}}}. Sagen Sie mit dem Befehl match, ob es dasselbe ist.} mapping_fails {Der Konnektor kann es nicht lesen und hat es nicht gesendet. {name} ist {shop}: {detail} ({by}). Berichtigen Sie es im Shop oder im Konnektor, und senden Sie es erneut.} does_not_add_up {Die Summe ist {hub}, und der Shop nennt {shop}.} costs_otherwise {Im Hub kostet es {hub}.} edited {Sie wurde im Shop geändert. Von einer Bestellung, die er hat, nimmt der Hub nur eine andere Adresse, Zahlung, Menge und Stornierungen an.} edit_differs {Sie wurde geändert und kostet im Hub {hub}, im Shop {shop}.} edit_owes {Sie wurde geändert und kostet im Hub {hub}, im Shop {shop}. Zahlen Sie {amount} im Shop zurück. {detail}} nothing_left {Alles wurde entfernt, und im Shop kostet sie noch {shop}.} refund_pending {Sie wurde geändert, und ihre Erstattung wartet im Shop: Schließen Sie sie dort ab.} gone {{n} Produkte sind auf einmal aus dem Shop verschwunden. Senden Sie es erneut, um es im Hub zu beenden.} parcel_taken_back {Der Verkäufer hat dieses Paket im Hub zurückgenommen. Entfernen Sie es im Shop, und senden Sie dies dann erneut.} handover_taken_back {Der Verkäufer hat diese Übergabe im Hub zurückgenommen. Entfernen Sie sie im Shop, und senden Sie dies dann erneut.} parcel_stays {Der Verkäufer hat dieses Paket im Hub zurückgenommen. Der Shop storniert kein verschicktes Paket: Vermerken Sie es dort, und senden Sie dies dann erneut.} handover_stays {Der Verkäufer hat diese Übergabe im Hub zurückgenommen. Der Shop öffnet keine abgeschlossene Bestellung: Vermerken Sie es dort, und senden Sie dies dann erneut.} refund_elsewhere {Sie wurde im Hub auf anderem Weg gezahlt. Vermerken Sie sie im Shop, ohne sie zu zahlen, und senden Sie dies dann erneut.} cancellation_elsewhere {Ihre Erstattung wurde im Hub auf anderem Weg gezahlt. Stornieren Sie sie im Shop, ohne sie zu zahlen, und senden Sie dies dann erneut.} no_order {Der Shop hat diese Bestellung nicht.} no_product {Der Shop hat dieses Produkt oder diese Variante nicht.} no_payment {Die Bestellung hat im Shop keine Zahlung, die diesen Betrag deckt.} not_counted {Der Shop führt keinen Bestand dieser Variante.} several_items {Die Variante besteht aus mehreren Lagerartikeln.} no_location {Der Lagerartikel ist an keinem Lagerort.} no_such_listing {Der Verkäufer hat dieses Angebot nicht.} no_such_variation {Das Angebot hat diese Variante nicht.} not_on_offer {Das Angebot wird nicht verkauft.} not_enough_stock {Der Bestand reicht nicht für die Bestellung.} id_taken {Eine andere Bestellung hat diese Kennung.} seller_suspended {Der Verkäufer ist gesperrt.} wrong_currency {Die Währung passt nicht: {detail}} wrong_amount {Der Betrag ist nicht zulässig: {detail}} not_possible_now {Das geht jetzt nicht: {detail}} not_found {Der Hub hat es nicht.} too_large {Es ist zu lang.} hub_away {Der Hub antwortet dem Konnektor nicht.} shop_away {Der Shop ist nicht erreichbar.} shop_fails {Der Shop antwortet nicht wie erwartet: {detail}} unauthorized {Der Schlüssel des Konnektors fehlt, ist abgelaufen oder widerrufen.} missing_scope {Der Schlüssel des Konnektors darf das nicht: {detail}} other {}}',
  'connections.rule':
    '{rule, select, titleMissing {Der Titel fehlt.} titleLong {Der Titel hat mehr als {max} Zeichen.} skuLong {Die SKU hat mehr als {max} Zeichen.} skuTaken {Ein anderes laufendes Angebot hat die SKU {sku}.} skuCharacters {Die SKU hat unzulässige Zeichen.} skuTwice {Zwei Varianten haben dieselbe SKU: {name}.} categoryMissing {Die Kategorie fehlt oder existiert nicht.} pictureMissing {Es fehlt ein Bild.} picturesMany {Es sind mehr als {max} Bilder.} priceMissing {Der Preis fehlt.} quantityMissing {Es gibt nichts zu verkaufen: Die Menge ist 0.} conditionMissing {Der Zustand fehlt.} policyMissing {{kind, select, FULFILMENT {Die Versandbedingungen fehlen.} PAYMENT {Die Zahlungsbedingungen fehlen.} other {Die Rückgabebedingungen fehlen.}}} policyGone {Diese Bedingungen gibt es nicht.} aspectMissing {Die Kategorie verlangt das Merkmal {name}.} descriptionLong {Die Beschreibung hat mehr als {max} Zeichen.} rowPrice {Die Variante {name} hat keinen Preis.} rowQuantity {Die Variante {name} hat keine Menge.} rowsMissing {Es fehlen Varianten.} rowsMany {Es sind mehr als {max} Varianten.} axisTwice {Zwei Optionen der Varianten heißen gleich.} axisNameMissing {Eine Option der Varianten hat keinen Namen.} rowsSoldOut {Alle Varianten sind ausverkauft.} hsCode {Die Zolltarifnummer ist ungültig.} originCountry {Das Ursprungsland ist ungültig.} customsDescription {Die Zollbeschreibung ist zu lang.} customsValue {Der Zollwert muss über 0 liegen.} customsWithoutSku {Zollangaben brauchen eine SKU.} handlingMissing {Die Bearbeitungszeit fehlt.} autoAccept {Der Preis, ab dem Vorschläge angenommen werden, muss unter dem Preis liegen.} minimumOffer {Der Preis, unter dem Vorschläge abgelehnt werden, muss unter dem Preis liegen.} titleSold {Der Titel kann nicht geändert werden: Vom Angebot wurde schon verkauft.} stockOfKit {Es ist ein Set: Sein Bestand folgt aus den Teilen.} stockOfShop {Der Shop führt den Bestand dieses Verkäufers.} categoryUnknown {Die Kategorie {name} fehlt in der Zuordnung der Kategorien.} policyUnknown {Der Verkäufer hat keine Bedingungen namens {name}.} other {}}',
  'connections.since': 'Seit',
  'connections.action': 'Aktion',
  'connections.direction': '{direction, select, TO_HUB {An den Hub} other {An den Shop}}',
  'connections.item':
    '{kind, select, LISTING {Angebot {id}} ORDER {Bestellung {id}} PARCEL {Paket {id}} REFUND {Erstattung {id}} CANCELLATION {Stornierung {id}} HAND_OVER {Übergabe {id}} OFFER {Preisvorschlag {id}} QUESTION {Antwort {id}} SALE {Aktion des Angebots {id}} other {Bestand {id}}}',
  'connections.itemOf':
    '{kind, select, PARCEL {Paket der Bestellung {id}} REFUND {Erstattung der Bestellung {id}} CANCELLATION {Stornierung der Bestellung {id}} HAND_OVER {Übergabe der Bestellung {id}} OFFER {Preisvorschlag zum Angebot {id}} QUESTION {Antwort zum Angebot {id}} SALE {Aktion des Angebots {id}} other {Bestand des Angebots {id}}}',
  'connections.send': 'Erneut senden',
  'connections.send.item': 'Erneut senden: {name}',
  'connections.sendAll': 'Alle erneut senden',
  'connections.sendAll.of': 'Alle erneut senden: {name}',
  'connections.asked': 'Wird erneut gesendet',
  'connections.allAsked': 'Alle werden erneut gesendet',
  'connections.remove.name': '{name} entfernen',
  'connections.done.asked': 'Der Konnektor sendet es mit seiner nächsten Meldung erneut.',
  'connections.done.removed': 'Entfernt. Meldet sich der Konnektor wieder, steht er wieder hier.',
}
