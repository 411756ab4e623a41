import type { reconcile as english } from '../en/reconcile.ts'

export const reconcile: Record<keyof typeof english, string> = {
  'reconcile.title': 'Abgleich',
  'reconcile.intro':
    'Gleichen Sie einen Bericht des Marktplatzes Zeile für Zeile mit Ihren Büchern ab: einen Transaktionsbericht von eBay, eine Abrechnung von Amazon oder was Shopify, Stripe, PayPal oder Etsy ausgezahlt haben. An Ihren Büchern ändert sich nichts. Namen und Adressen von Käufern werden nicht gespeichert.',
  'reconcile.noReports': 'Noch kein Bericht abgeglichen',
  'reconcile.file': 'Bericht',
  'reconcile.error':
    '{reason, select, tooLong {Der Bericht umfasst zu viele Transaktionen. Laden Sie einen kürzeren Zeitraum herunter.} other {Der Abgleich ist fehlgeschlagen. Der Fehler wurde aufgezeichnet; gleichen Sie erneut ab.}}',
  'reconcile.known':
    '{report, select, ebayTransactions {Transaktionsbericht von eBay.} ebayEarnings {Bestelleinnahmen von eBay.} amazonSettlement {Abrechnungsbericht von Amazon.} shopifyPayments {Transaktionen von Shopify Payments.} stripeBalance {Saldobericht von Stripe.} paypalActivity {Aktivitäten von PayPal.} etsyStatement {Monatliche Abrechnung von Etsy.} other {Verkaufte Bestellungen von Etsy.}}',
  'reconcile.kept': 'Frühere Berichte',
  'reconcile.kept.hint': '30 Tage aufbewahrt',
  'reconcile.comparing': 'Wird abgeglichen: {done} von {all} Zeilen.',
  'reconcile.compared': 'Abgeglichen {at} von {name}, {n, plural, one {# Zeile} other {# Zeilen}}.',
  'reconcile.dropped':
    '{n, plural, one {# Spalte wurde nicht gespeichert, weil sie Daten von Käufern enthalten kann oder nicht gebraucht wird.} other {# Spalten wurden nicht gespeichert, weil sie Daten von Käufern enthalten können oder nicht gebraucht werden.}}',
  'reconcile.download': 'Ergebnis herunterladen',
  'reconcile.fileName': 'abgleich',
  'reconcile.need': 'Wählen Sie die Spalten der Bestellnummer und des Nettobetrags.',
  'reconcile.need.stored':
    'Eine Spalte, die Sie gewählt haben, wurde nicht gespeichert. Laden Sie den Bericht erneut hoch: Dann wird sie verwendet.',
  'reconcile.columns': 'Spalten und Arten',
  'reconcile.columns.hint':
    'was jede Spalte und jede Art von Zeile bedeutet; spätere Berichte mit diesen Spalten werden ebenso gelesen',
  'reconcile.columns.of': 'Bedeutung von {column}',
  'reconcile.column':
    '{kind, select, day {Tag} type {Art} order {Bestellnummer} orderText {Text mit der Bestellnummer} total {Summe des Berichts} part {Teil eines Betrags} detail {Beschreibung des Teils} status {Zahlungsstatus} currency {Währung} net {Nettobetrag} reference {Referenz} payout {Auszahlung} fees {Gebühren} feeVariable {Verkaufsprovision, variabel} feeFixed {Verkaufsprovision, fest} feeInternational {Gebühr für Auslandsverkäufe} feeBelowStandard {Gebühr unter dem Standard} feeNotAsDescribed {Gebühr für „Nicht wie beschrieben“} feeRegulatory {Regulatorische Gebühr} feeDeposit {Gebühr für Gutschriften} feePromoted {Gebühr für Werbung} feeDispute {Gebühr für Rückbuchungen} other {Spende}}',
  'reconcile.column.notStored': 'Nicht gespeichert. Wählen Sie die Bedeutung und laden Sie den Bericht erneut hoch.',
  'reconcile.types': 'Arten von Zeilen',
  'reconcile.types.hint': 'nennt eine Zeile eine Bestellung, sagt ihr Vorzeichen, ob verkauft oder erstattet wurde',
  'reconcile.types.of': 'Bedeutung von {type}',
  'reconcile.types.found': 'Wie erkannt',
  'reconcile.types.move': 'Nicht abgleichen',
  'reconcile.dayOrder': 'Daten',
  'reconcile.dayOrder.usual': 'Wie in Ihrem Land üblich',
  'reconcile.dayOrder.DMY': 'Tag vor Monat',
  'reconcile.dayOrder.MDY': 'Monat vor Tag',
  'reconcile.again': 'Neu abgleichen',
  'reconcile.sums': 'Summen',
  'reconcile.result': 'Ergebnis',
  'reconcile.rows': 'Zeilen',
  'reconcile.here': 'Hier',
  'reconcile.difference': 'Differenz',
  'reconcile.same': 'Bericht und Bücher haben dieselbe Summe.',
  'reconcile.sameOfRead':
    'Die gelesenen Zeilen haben dieselbe Summe wie Ihre Bücher. {n, plural, one {# Zeile wurde} other {# Zeilen wurden}} nicht gelesen.',
  'reconcile.coverage':
    'Summen über {read} von {all} Zeilen des Berichts.{n, plural, =0 {} other { Ausgelassen: {left}.}}',
  'reconcile.ownTotal': 'Alle Zeilen ergeben {total}, die Summe, die der Bericht nennt.',
  'reconcile.otherTotal': 'Alle Zeilen ergeben {sum}, aber der Bericht nennt als Summe {total}.',
  'reconcile.left':
    '{n, plural, one {# Zeile} other {# Zeilen}} {rule, select, type {unbekannter Art} order {ohne Bestellnummer} nothing {ohne Betrag} total {mit der Summe des Berichts} status {ohne abgeschlossene Zahlung} move {nur mit Umbuchungen} other {mit unlesbarem Betrag}}',
  'reconcile.notSame': 'Bericht und Bücher weichen voneinander ab.',
  'reconcile.verdict':
    '{verdict, select, MATCHED {Stimmt überein} DIFFERENT {Weicht ab} MISSING_HERE {Fehlt hier} MISSING_THERE {Fehlt dort} UNREAD {Nicht gelesen} other {Nicht abgeglichen}}',
  'reconcile.verdict.hint':
    '{verdict, select, MATCHED {Betrag und Gebühren sind auf beiden Seiten gleich, höchstens einen Tag auseinander.} DIFFERENT {Beide Seiten haben es, aber nicht gleich. Die Differenz ist der Bericht minus Ihre Bücher.} MISSING_HERE {Nur der Bericht hat es.} MISSING_THERE {Nur Ihre Bücher haben es, innerhalb der Tage des Berichts.} NO_DAYS {Keine Zeile des Berichts hat einen Tag; was ihm fehlt, lässt sich nicht sagen. Wählen Sie die Spalte des Tages.} UNREAD {Diese Zeilen konnten nicht gelesen werden; über sie ist nichts bekannt.} other {Diese Zeilen haben keinen eigenen Betrag oder verschieben nur Geld zwischen Ihren Salden.}}',
  'reconcile.verdict.sum': 'Insgesamt {amount}.',
  'reconcile.mayBeUnread':
    '{n, plural, one {# Zeile des Berichts wurde nicht gelesen und kann darunter sein.} other {# Zeilen des Berichts wurden nicht gelesen und können darunter sein.}}',
  'reconcile.why': '{verdict, select, MISSING_HERE {nicht in Ihren Büchern} other {nicht im Bericht}}',
  'reconcile.reason':
    '{rule, select, fee {Gebühr weicht um {amount} ab} amount {Betrag weicht um {amount} ab} twice {dieselbe Zeile steht schon im Bericht} date {anderes Datum: {there} dort, {here} hier} currency {andere Währung: hier {currency}} type {unbekannte Art} order {keine Bestellnummer} nothing {kein Betrag} total {Summe des Berichts} status {Zahlung nicht abgeschlossen} move {verschiebt nur Geld} other {Betrag nicht lesbar}}',
  'reconcile.reasons': 'Grund',
  'reconcile.line': 'Zeile',
  'reconcile.none': 'Solche Zeilen gibt es nicht.',
  'reconcile.pages': 'Seiten des Ergebnisses',
  'reconcile.file.reportDay': 'Tag im Bericht',
  'reconcile.file.bookDay': 'Tag hier',
  'reconcile.delete': 'Diesen Bericht löschen',
  'reconcile.delete.hint':
    'Der Bericht und sein Ergebnis werden gelöscht. Das lässt sich nicht rückgängig machen; Ihre Bücher bleiben, wie sie sind.',
  'reconcile.delete.do': 'Bericht löschen',
}
