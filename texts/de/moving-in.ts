export const movingIn = {
  'movingIn.takeAll': '{n, plural, one {# Datei} other {# Dateien}} übernehmen',
  'movingIn.reports.report': 'Bericht',
  'movingIn.reports.becomes': 'Wird zu',
  'movingIn.reports.anywhere': 'Eigene Tabelle',
  'movingIn.reports.name':
    '{id, select, ebayOrders {Bestellbericht: Verkäufer-Cockpit Pro › Berichte} ebayListings {Aktive Angebote: Verkäufer-Cockpit Pro › Berichte} shopifyOrders {Bestellungen › Exportieren, alle Spalten} shopifyProducts {Produkte › Exportieren} etsyItems {Verkaufte Artikel: Einstellungen › Optionen › Daten herunterladen} wooProducts {Produkte › Exportieren} amazonOrders {Alle Bestellungen: Berichte › Versand} amazonListings {Aktive Angebote: Lagerbestandsberichte} orders {Bestellnummer, Bestelldatum, Artikel und Preis; weitere Spalten, wenn Sie sie haben} costs {SKU und Stückkosten} prices {Artikelnummer oder SKU mit Preis, Menge oder anderen Angaben} tracking {Bestellnummer und Sendungsnummer, von Versanddienst oder Etikettenprogramm} report {Transaktionen oder Auszahlungen von eBay, Amazon, Shopify, Stripe, PayPal oder Etsy} other {SKU oder GTIN und Anzahl oder die Codes eines Scanners}}',
  'movingIn.reports.kind':
    '{kind, select, orders {Abgeschlossene Bestellungen, in Umsätzen und Listen} listings {Entwürfe, die Sie ergänzen und veröffentlichen} costs {Stückkosten, für Ihren Gewinn} prices {Änderungen an Ihren Angeboten} tracking {Versandte Bestellungen} report {Abgleich mit Ihren Büchern} other {Bestandszählung}}',
  'movingIn.steps': 'So läuft es ab',
  'movingIn.step':
    '{step, select, check {Jede Datei wird an ihren Spalten erkannt und geprüft. Noch wird nichts übernommen.} review {Sie sehen, was neu ist, was ein Problem hat und was schon hier ist. Eine falsch gelesene Spalte stellen Sie richtig.} other {Sie übernehmen die Dateien: zuerst Angebote, dann Kosten, dann Bestellungen. Unter „Nachrichten“ steht, wann eine Datei übernommen ist.}}',
  'movingIn.steps.note':
    'Übernommene Bestellungen ändern keinen Bestand, und es folgen weder E-Mails noch Gebühren oder Auszahlungen. Eine noch einmal gesendete Datei übernimmt nichts doppelt.',
  'movingIn.state':
    '{state, select, UNSORTED {Sagen Sie, was es ist} CREATED {Zu prüfen} QUEUED {Wartet} CHECKING {Wird geprüft} RUNNING {Wird übernommen} DONE {Fertig} DONE_WITH_ERRORS {Fertig mit Fehlern} FAILED {Fehlgeschlagen} other {Abgebrochen}}',
  'movingIn.found':
    '{kind, select, orders {{fresh, plural, one {# neue Bestellung} other {# neue Bestellungen}}} costs {{fresh, plural, one {# neue Angabe von Stückkosten} other {# neue Angaben von Stückkosten}}} other {{fresh, plural, one {# Änderung} other {# Änderungen}}}}{problems, plural, =0 {} one {, # Problem} other {, # Probleme}}{same, plural, =0 {} other {, # schon hier}}{left, plural, =0 {} other {, # ausgelassen}}',
  'movingIn.taken':
    '{kind, select, orders {{done, plural, one {# Bestellung} other {# Bestellungen}}} costs {{done, plural, one {# Angabe von Stückkosten} other {# Angaben von Stückkosten}}} other {{done, plural, one {# Zeile} other {# Zeilen}}}}{errors, plural, =0 {} one {, # Problem} other {, # Probleme}}{same, plural, =0 {} other {, # schon hier}}{left, plural, =0 {} other {, # ausgelassen}}',
  'movingIn.read':
    '{n, plural, one {# Zeile} other {# Zeilen}} mit {run, select, orders {Bestellungen} other {Stückkosten}}{dialect, select, ebayOrders {, eBay-Bestellbericht} shopifyOrders {, Shopify-Bestellexport} etsyItems {, Etsy-Verkaufsliste} amazonOrders {, Amazon-Bestellbericht} wooOrders {, WooCommerce-Bestellexport} other {}}.',
  'movingIn.coverage':
    '{all, plural, one {# {run, select, orders {Bestellung} other {Angabe}} wurde gelesen} other {# {run, select, orders {Bestellungen} other {Angaben}} wurden gelesen}}: {taken} zu übernehmen oder übernommen{problems, plural, =0 {} one {, # mit einem Problem} other {, # mit Problemen}}{same, plural, =0 {} other {, # schon hier}}{left, plural, =0 {} other {, # ausgelassen}}.',
  'movingIn.question':
    '{about, select, shipped {Die Datei sagt nicht, welche Bestellungen versandt sind. Sind es alle?} price {Ist ein Preis der eines Stücks oder aller Stücke seiner Zeile?} shipping {Versand und Steuer stehen in mehreren Zeilen einer Bestellung. Sind es die der Bestellung oder die jeder Zeile?} discount {Ein Rabatt steht in mehreren Zeilen einer Bestellung. Ist es der der Bestellung oder der jeder Zeile?} other {Ist die Steuer in den Preisen enthalten, oder kommt sie hinzu?}}',
  'movingIn.answer':
    '{answer, select, shipped_YES {Ja, alle: als versandt übernehmen} shipped_NO {Nein, nicht alle: auslassen, bis die Datei sagt, welche} price_UNIT {Eines Stücks} price_LINE {Aller Stücke der Zeile} shipping_ORDER {Der Bestellung, in ihren Zeilen wiederholt} shipping_ROW {Jeder Zeile, zusammenzuzählen} discount_ORDER {Der Bestellung, in ihren Zeilen wiederholt} discount_ROW {Jeder Zeile, zusammenzuzählen} tax_ADDED {Kommt zu den Preisen hinzu} other {In den Preisen enthalten}}',
  'movingIn.question.example': '{name}: {items}, zusammen {total}',
  'movingIn.need': 'Wählen Sie die Spalten für: {columns}.',
  'movingIn.head': '{run, select, orders {Bestellung} other {SKU}}',
  'movingIn.nameless': 'Ohne Namen',
  'movingIn.tab':
    '{tab, select, done {Übernommen} new {Neu} problems {Probleme} same {Schon hier} other {Ausgelassen}}',
  'movingIn.take':
    '{run, select, orders {{n, plural, one {# Bestellung} other {# Bestellungen}} übernehmen} other {{n, plural, one {# Angabe} other {# Angaben}} eintragen}}',
  'movingIn.progress':
    '{state, select, QUEUED {Wartet: } CANCELLED {Abgebrochen: } FAILED {Fehlgeschlagen: } other {}}{run, select, orders {{done} von {all} Bestellungen übernommen.} other {{done} von {all} Stückkosten eingetragen.}}',
  'movingIn.summary.order': '{units, plural, one {# Artikel} other {# Artikel}}, {money}, {day}',
  'movingIn.summary.cost': '{money} ab {day}',
  'movingIn.summary.purchase': '{units, plural, one {# Stück} other {# Stück}} zu {money}, {day}',
  'movingIn.column.orders':
    '{kind, select, order {Bestellnummer} placed {Bestelldatum} paid {Zahlungsdatum} shipped {Versanddatum} cancelled {Datum der Stornierung} payment {Zahlungsstatus} fulfilment {Versandstatus} total {Summe der Bestellung} shipping {Versandkosten} shippingTax {Steuer auf Versand} shippingDiscount {Rabatt auf Versand} giftWrap {Geschenkverpackung} giftWrapTax {Steuer auf Geschenkverpackung} tax {Steuer} discount {Rabatt der Bestellung} refunded {Erstatteter Betrag} currency {Währung} buyer {Nutzername des Käufers} buyerName {Name des Käufers} email {E-Mail des Käufers} note {Nachricht des Käufers} service {Versandart} delivery {Lieferart} tracking {Sendungsnummer} name {Empfänger} lastName {Nachname des Empfängers} company {Firma} line1 {Adresse} line2 {Adresse, zweite Zeile} city {Ort} region {Bundesland oder Region} postcode {Postleitzahl} country {Land} phone {Telefon} title {Artikeltitel} sku {SKU} quantity {Menge} price {Preis} lineTotal {Preis aller Stücke} needsShipping {Versand nötig} other {Rabatt des Artikels}}',
  'movingIn.column.costs':
    '{kind, select, sku {SKU} cost {Stückkosten} quantity {Gekaufte Menge} date {Datum} other {Währung}}',
  'movingIn.problem.orders':
    '{rule, select, shortened {Eine Tabellenkalkulation hat nur die ersten Ziffern behalten. Geben Sie die ganze Nummer ein.} broken {Die Zeile ist nicht lesbar: Ein Anführungszeichen fehlt oder steht falsch.} noOrder {Die Zeile hat keine Bestellnummer.} longOrder {Eine Bestellnummer hat höchstens 64 Zeichen.} placed {Die Bestellung braucht einen Tag in der Vergangenheit.} day {Geben Sie einen Tag in der Vergangenheit ein.} amount {Geben Sie einen Betrag mit höchstens so vielen Nachkommastellen ein, wie seine Währung hat.} quantity {Geben Sie eine ganze Zahl ein.} title {Die Zeile hat keinen Artikel.} total {Artikel, Versand, Steuer und Rabatt ergeben nicht die Summe.} refunded {Es wurde mehr erstattet, als die Bestellung gekostet hat.} currency {Geben Sie eine Währung ein, etwa EUR.} reading {Die Datei sagt nicht, wie dieser Betrag gemeint ist. Beantworten Sie die Frage oben.} empty {Storniert, bevor etwas verkauft wurde; es gibt nichts zu übernehmen.} note {Diese Zeile hat keine Bestellung: Sie ist eine Summe oder eine Notiz.} open {Noch offen. Schließen Sie sie dort ab, wo sie gekauft wurde, und laden Sie die Datei dann erneut hoch.} shipped {Die Datei sagt nicht, ob sie versandt ist. Beantworten Sie die Frage oben.} twice {Zeilen dieser Bestellung stehen an mehreren Stellen. Sortieren Sie die Datei nach Bestellnummer.} taken {Eine andere Bestellung hat diese Nummer.} other {Die Bestellung konnte nicht übernommen werden. Der Fehler wurde aufgezeichnet.}}',
  'movingIn.problem.costs':
    '{rule, select, shortened {Eine Tabellenkalkulation hat nur die ersten Ziffern behalten. Geben Sie die ganze Nummer ein.} note {Diese Zeile hat keine SKU: Sie ist eine Summe oder eine Notiz.} sku {Eine SKU hat 1 bis 50 Zeichen.} cost {Geben Sie einen Betrag mit höchstens so vielen Nachkommastellen ein, wie seine Währung hat.} quantity {Geben Sie eine ganze Zahl ein oder nichts.} date {Geben Sie einen Tag ein, der nicht in der Zukunft liegt.} dateless {Eine gekaufte Menge braucht den Tag des Kaufs.} currency {Geben Sie eine Währung ein, etwa EUR.} twice {Eine frühere Zeile sagt dasselbe.} other {Die Zeile ist nicht lesbar: Ein Anführungszeichen fehlt oder steht falsch.}}',
}
