export const uploads = {
  'uploads.intro':
    'Preise und Bestand, Angebote, Sendungsnummern, Bestellungen, Kosten, ein Bericht eines Marktplatzes oder eine Zählung: Der Hub erkennt an den Spalten, was eine Datei ist. Es ändert sich nichts, bevor Sie sie geprüft haben.',
  'uploads.rule':
    'Eine fehlende Spalte ändert nichts, eine leere Zelle löscht den Wert. Titel, Preis, Menge, Zustand, Kategorie und Bearbeitungszeit können nicht leer sein: Eine leere Zelle lässt sie unverändert.',
  'uploads.file': 'Datei',
  'uploads.file.hint':
    'CSV, TSV, Text oder Excel (.xlsx), bis zu 100.000 Zeilen, auch mehrere auf einmal. Auf einer beliebigen Seite ablegen oder auswählen.',
  'uploads.paste': 'Oder fügen Sie die Zeilen ein',
  'uploads.places': 'Die Datei hat Bestand nach Lagerort. Wählen Sie, was gilt.',
  'uploads.places.of': 'Bestand an',
  'uploads.places.all': 'Alle Lagerorte zusammen',
  'uploads.pastedName': 'Eingefügte Zeilen.csv',
  'uploads.others':
    '{n, plural, one {# andere Datei wurde angenommen} other {# andere Dateien wurden angenommen}}: siehe Alle Dateien.',
  'uploads.kind':
    '{kind, select, listings {Angebote: Preise, Bestand, Angaben oder neue} tracking {Sendungsnummern} orders {Bestellungen von einem anderen Marktplatz} costs {Stückkosten} report {Bericht über Zahlungen eines Marktplatzes} other {Bestandszählung}}',
  'uploads.kind.next':
    '{kind, select, listings {Sie sehen, was sich an jedem Angebot ändern würde und welche Entwürfe angelegt würden.} tracking {Sie sehen, welche Pakete als versandt markiert würden.} orders {Sie sehen, welche abgeschlossenen Bestellungen zu Ihren Umsätzen kämen.} costs {Sie sehen, welche Kosten für Ihren Gewinn eingetragen würden.} report {Er wird Zeile für Zeile mit Ihren Büchern abgeglichen. Ihre Bücher ändern sich nicht.} other {Sie wird mit Ihrem Bestand verglichen. Die Unterschiede übernehmen Sie danach.}}',
  'uploads.kind.needs':
    '{kind, select, listings {Angebote brauchen eine Spalte mit SKU oder Artikelnummer und je eine für das, was sich ändert.} tracking {Sendungsnummern brauchen eine Spalte mit der Bestellnummer und eine mit der Sendungsnummer. Der Versanddienst wird erkannt.} orders {Abgeschlossene Bestellungen brauchen Bestellnummer, Bestelldatum, Artikel und Preis.} costs {Kosten brauchen die SKU und die Stückkosten.} report {Laden Sie einen Bericht über Transaktionen oder Auszahlungen von eBay, Amazon, Shopify, Stripe, PayPal oder Etsy herunter.} other {Eine Zählung braucht SKU oder GTIN und die Anzahl oder die Codes eines Scanners.}}',
  'uploads.kind.legend': 'Was ist das für eine Datei?',
  'uploads.else': 'Es ist etwas anderes',
  'uploads.continue': 'Weiter',
  'uploads.why.columns':
    '{kind, select, listings {Sieht nach Angeboten aus} tracking {Sieht nach Sendungsnummern aus} orders {Sieht nach Bestellungen aus} costs {Sieht nach Stückkosten aus} report {Sieht nach einem Bericht über Zahlungen aus} other {Sieht nach einer Bestandszählung aus}}: Die Datei hat die {n, plural, one {Spalte} other {Spalten}} {columns}.',
  'uploads.why.values':
    '{kind, select, listings {Sieht nach Angeboten aus} tracking {Sieht nach Sendungsnummern aus} orders {Sieht nach Bestellungen aus} costs {Sieht nach Stückkosten aus} report {Sieht nach einem Bericht über Zahlungen aus} other {Sieht nach einer Bestandszählung aus}}, nach ihren Werten: Spalten sind nicht benannt.',
  'uploads.why.unknown':
    'Der Hub erkennt sie nicht: weder SKU oder Artikelnummer mit einer Änderung noch Bestellung mit Sendungsnummer, keine Bestellungen, Kosten oder Zahlungen. Wählen Sie, was sie ist, und benennen Sie danach ihre Spalten.',
  'uploads.location': 'Lagerort der Zählung',
  'uploads.location.hint': 'Nur für eine Bestandszählung.',
  'uploads.refused':
    '{reason, select, empty {Die Datei ist leer.} nothing {Wählen Sie eine Datei, oder fügen Sie die Zeilen ein.} tooMany {Die Datei hat mehr als 100.000 Zeilen. Teilen Sie sie.} noColumns {Sie hat keine Zeile mit bekannten Spaltennamen.} orders {Sie enthält Bestellnummern, also keine Angebote.} tooLong {Der Bericht umfasst zu viele Transaktionen. Laden Sie einen kürzeren Zeitraum herunter.} role {Ihre Rolle darf das nicht hochladen.} places {Sie hat Bestand nach Lagerort. Wählen Sie, was gilt.} ownPlaces {Sie enthält den Bestand Ihrer eigenen Lagerorte. Laden Sie sie als Bestandszählung hoch, einmal für jeden Lagerort.} location {Wählen Sie den Lagerort der Zählung.} ofShop {Das System Ihres Shops bestimmt den Bestand, er wird also nicht hier gezählt.} tooManyCounted {Eine Zählung hat höchstens 5.000 SKUs.} gone {Die Zählung wurde verworfen.} countedBefore {Sie ist schon in dieser Zählung. Nichts kam hinzu.} many {Ausgelassen: 20 Dateien gehen auf einmal. Senden Sie sie noch einmal.} large {Die Arbeitsmappe ist zu groß. Speichern Sie die Blätter als CSV, oder teilen Sie sie.} broken {Die Arbeitsmappe ist nicht lesbar. Speichern Sie sie als .xlsx ohne Kennwort oder als CSV.} other {Das ist weder Text noch eine Excel-Arbeitsmappe (.xlsx). Speichern Sie die Datei so.}}',
  'uploads.usable': 'Was Sie hochladen können',
  'uploads.usable.hint': 'wo Sie es finden und was daraus wird',
  'uploads.places.choose': 'Auswählen',
  'uploads.read':
    '{n, plural, one {# Zeile} other {# Zeilen}}{dialect, select, ebayPriceQuantity {, eBay-Datei für Preise und Mengen} ebayTemplate {, eBay-Angebotsvorlage} ebayDraft {, eBay-Entwurfsvorlage} ebayEnd {, eBay-Datei zum Beenden} ebayActive {, eBay-Bericht aktiver Angebote} shopify {, Shopify-Produkte} woocommerce {, WooCommerce-Produkte} etsy {, Etsy-Angebote} amazon {, Amazon-Bestandsdatei} hub {, Datei dieses Hubs} other {}}.',
  'uploads.by': 'Hochgeladen {at} von {name}.',
  'uploads.coverage':
    '{all, plural, one {# Zeile wurde gelesen} other {# Zeilen wurden gelesen}}: {changes, plural, one {# Änderung} other {# Änderungen}}{problems, plural, =0 {} one {, # Problem} other {, # Probleme}}{same, plural, =0 {} other {, # unverändert}}{left, plural, =0 {} other {, # übersprungen}}.',
  'uploads.need': 'Wählen Sie die Spalte der Artikelnummer oder der SKU.',
  'uploads.columns.hint': 'was jede Spalte bedeutet; ändern Sie es und prüfen Sie die Datei noch einmal',
  'uploads.columns.chosen': 'wie Sie sie für Dateien mit diesen Spalten gewählt haben',
  'uploads.columns.of': 'Bedeutung von {column}',
  'uploads.column':
    '{kind, select, action {Aktion} item {Artikelnummer} sku {SKU} variation {Variante} price {Preis} quantity {Menge} parts {Besteht aus} currency {Währung} title {Titel} description {Beschreibung} condition {Zustand} category {Kategorie} handling {Bearbeitungszeit} cost {Ihre Stückkosten} hsCode {Zolltarifnummer (HS)} originCountry {Ursprungsland} customsDescription {Zollbeschreibung} customsValue {Zollwert} pictures {Bilder} bestOffer {Preisvorschlag} minimumOffer {Mindestpreisvorschlag} autoAccept {Automatisch annehmen ab} format {Angebotsformat} shippingPolicy {Versandrichtlinie} paymentPolicy {Zahlungsrichtlinie} returnPolicy {Rückgaberichtlinie} schedule {Beginn neuer Angebote} epid {Produkt-ID neuer Angebote} gtin {GTIN neuer Angebote} weight {Gewicht in Gramm} weightKg {Gewicht in Kilogramm} weightOz {Gewicht in Unzen} weightLb {Gewicht in Pfund (lb)} ownWeight {Gewicht mit Einheit} other {Einheit des Gewichts}}',
  'uploads.column.why':
    '{reason, select, subtitle {Angebote haben hier keinen Untertitel.} storeCategory {Shop-Kategorien gibt es hier nicht.} duration {Wie lange Angebote laufen, bestimmt der Marktplatz.} policies {Das regeln Ihre Richtlinien.} pictures {Ihre Bilder folgen denen der ersten Spalte.} unit {Wählen Sie die Einheit der Gewichte.} other {Es gilt die Adresse des Shops.}}',
  'uploads.column.nameless': 'Spalte {n}',
  'uploads.questions': 'Was die Datei nicht sagt',
  'uploads.questions.hint': 'antworten Sie, und prüfen Sie die Datei noch einmal',
  'uploads.questions.answered': 'wie Sie geantwortet haben',
  'uploads.questions.remembered': 'Ihre Antwort gilt auch für spätere Dateien mit diesen Spalten.',
  'uploads.wrongRows':
    '{n, plural, one {# Zeile mit einem Problem herunterladen} other {# Zeilen mit Problemen herunterladen}}',
  'uploads.again': 'Noch einmal prüfen',
  'uploads.tooManyTyped':
    'Hier lassen sich höchstens {n, number} Zellen einer Datei korrigieren. Korrigieren Sie die Datei selbst, und laden Sie sie erneut hoch.',
  'uploads.correct.of': '{column} in Zeile {line}',
  'uploads.forget': 'Meine Wahl vergessen',
  'uploads.tab':
    '{tab, select, done {Übernommen} undone {Rückgängig gemacht} create {Würden angelegt} revise {Würden sich ändern} end {Würden enden} problems {Probleme} same {Unverändert} other {Übersprungen}}',
  'uploads.rows': 'Zeilen der Datei',
  'uploads.none': 'Keine Zeilen.',
  'uploads.noListing': 'Kein Angebot',
  'uploads.row': 'Zeile',
  'uploads.changes': 'Änderung',
  'uploads.problems': 'Problem',
  'uploads.change': '{field} {before} → {after}',
  'uploads.pictures': '{n, plural, one {# Bild} other {# Bilder}} anstelle der jetzigen',
  'uploads.ends': 'Beendet das Angebot',
  'uploads.creates':
    'Legt einen Entwurf an{variations, plural, =0 {} one {, # Variante} other {, # Varianten}}{pictures, plural, =0 {} one {, # Bild} other {, # Bilder}}',
  'uploads.createsVariation': 'Variante des Entwurfs in Zeile {line}',
  'uploads.page': 'Seite {page} von {pages}',
  'uploads.pages': 'Seiten der Zeilen',
  'uploads.apply': '{n, plural, one {# Änderung} other {# Änderungen}} übernehmen',
  'uploads.discard': 'Datei verwerfen',
  'uploads.progress':
    '{state, select, QUEUED {Wartet: {done} von {all} Zeilen übernommen.} RUNNING {{done} von {all} Zeilen übernommen.} CANCELLED {Abgebrochen: {done} von {all} Zeilen übernommen.} FAILED {Fehlgeschlagen: {done} von {all} Zeilen übernommen.} other {{done} von {all} Zeilen übernommen.}}',
  'uploads.checking':
    '{state, select, QUEUED {Wartet: {done} von {all} Zeilen geprüft.} RUNNING {{done} von {all} Zeilen geprüft.} CANCELLED {Die Datei wurde verworfen.} other {Die Prüfung ist fehlgeschlagen. Laden Sie die Datei noch einmal hoch.}}',
  'uploads.undoing':
    '{state, select, QUEUED {Wartet: {done} von {all} Zeilen rückgängig gemacht.} RUNNING {{done} von {all} Zeilen rückgängig gemacht.} CANCELLED {Abgebrochen: {done} von {all} Zeilen rückgängig gemacht.} FAILED {Fehlgeschlagen: {done} von {all} Zeilen rückgängig gemacht.} other {Rückgängig gemacht. Was sich seither geändert hat, bleibt.}}',
  'uploads.undo': '{n, plural, one {# Änderung} other {# Änderungen}} rückgängig machen',
  'uploads.undoUntil': 'Möglich bis {at}.',
  'uploads.progress.label': 'Fortschritt',
  'uploads.result': 'Ergebnis herunterladen',
  'uploads.problem.at': '{column} „{value}“: {words}',
  'uploads.problem.broken':
    'Die Zeile ist nicht lesbar: Ein Anführungszeichen fehlt oder steht an der falschen Stelle.',
  'uploads.problem.noKey': 'Die Zeile hat weder Artikelnummer noch SKU. Ein neues Angebot braucht eine SKU.',
  'uploads.problem.action': 'Verwenden Sie Add, Revise oder End.',
  'uploads.problem.item': 'Eine Artikelnummer hat 12 Ziffern. Vielleicht hat eine Tabellenkalkulation sie beschädigt.',
  'uploads.problem.sku': 'Eine SKU hat höchstens 50 Zeichen.',
  'uploads.problem.shortened':
    'Eine Tabellenkalkulation hat nur die ersten Ziffern behalten. Geben Sie die ganze Nummer ein.',
  'uploads.problem.price':
    'Geben Sie einen Betrag mit höchstens so vielen Nachkommastellen ein, wie seine Währung hat.',
  'uploads.problem.quantity': 'Geben Sie eine ganze Zahl ein, die nicht zu groß ist.',
  'uploads.problem.partsChosen':
    'Käufer wählen, was in diesem Paket ist. Ein Set hat bei jedem Verkauf dieselben Teile: Geben Sie sie ein, etwa 1 BOX-1; 2 MUG-4.',
  'uploads.problem.partsById':
    'Das Paket nennt einen Artikel mit seiner ID im anderen Shop. Geben Sie dem Artikel dort eine SKU.',
  'uploads.problem.belowZero': 'Weniger als nichts: zählt als 0.',
  'uploads.problem.besideParts': 'Entfällt: Wie viele es von einem Set gibt, folgt aus seinen Teilen.',
  'uploads.problem.currency': 'Geben Sie eine Währung wie EUR ein.',
  'uploads.problem.variation': 'Geben Sie die Variante an, etwa Größe=S;Farbe=Rot.',
  'uploads.problem.allInOneRow':
    'Etsy schreibt alle Varianten in eine Zeile, ohne Preis, Bestand und SKU jeder einzelnen. Laden Sie je Variante eine Zeile hoch, oder legen Sie das Angebot im Formular an.',
  'uploads.problem.condition': 'Geben Sie einen Zustand wie Neu, Gebraucht oder 3000 an.',
  'uploads.problem.handling': 'Geben Sie 0 bis 30 Arbeitstage ein.',
  'uploads.problem.customsValue': 'Geben Sie einen Betrag über 0 ein.',
  'uploads.problem.cost': 'Geben Sie einen Betrag mit höchstens so vielen Nachkommastellen ein, wie seine Währung hat.',
  'uploads.problem.weight':
    'Geben Sie ein Gewicht bis 1.000 kg ein und wählen Sie seine Einheit, falls die Datei sie nicht nennt.',
  'uploads.problem.pictures': 'Geben Sie Adressen ein, die mit https:// beginnen, getrennt durch |.',
  'uploads.problem.bestOffer': 'Verwenden Sie 1 oder 0, Ja oder Nein.',
  'uploads.problem.schedule': 'Geben Sie eine Zeit wie 2026-12-01 09:00:00 an, in UTC.',
  'uploads.problem.policy': 'Sie haben keine Bedingungen mit diesem Namen.',
  'uploads.problem.category': 'Der Marktplatz hat keine solche Kategorie.',
  'uploads.problem.unknown': 'Sie haben kein solches Angebot.',
  'uploads.problem.twice': 'Zeile {line} ändert dieses Angebot schon.',
  'uploads.problem.currencyOther': 'Der Betrag ist in einer anderen Währung: Das Angebot wird in {currency} verkauft.',
  'uploads.problem.variationUnknown': 'Das Angebot hat keine solche Variante.',
  'uploads.problem.endVariation': 'Eine einzelne Variante kann nicht enden. Setzen Sie ihre Menge auf 0.',
  'uploads.problem.changedSince': 'Seit der Prüfung geändert, deshalb blieb es, wie es ist.',
  'uploads.problem.gone': 'Das Angebot gibt es nicht mehr.',
  'uploads.problem.changedAfter': 'Seit der Übernahme geändert, deshalb bleibt es, wie es ist.',
  'uploads.problem.staysEnded': 'Eine beendete Auktion kann nicht weiterlaufen. Stellen Sie sie wieder ein.',
  'uploads.problem.createVariation':
    'Zeilen von Varianten stehen direkt unter der ersten Zeile ihres Angebots, die den Titel hat: höchstens 100.',
  'uploads.problem.tooManyOptions': 'Ein Angebot hat höchstens zwei Merkmale zur Auswahl, etwa Größe und Farbe.',
  'uploads.problem.otherOptions': 'Alle Varianten eines Angebots haben dieselben Merkmale in derselben Reihenfolge.',
  'uploads.problem.optionComma': 'Merkmale und ihre Werte enthalten keine Kommas.',
  'uploads.problem.sameOptions': 'Zeile {line} hat dieselben Merkmale.',
  'uploads.problem.ofListing': 'Zeile {line} dieses Angebots hat ein Problem, deshalb wird es nicht angelegt.',
  'uploads.problem.skuOfSeveral': 'Mehrere Angebote haben diese SKU gemeinsam. Ergänzen Sie die Artikelnummern.',
  'uploads.problem.draftExists': 'Es gibt schon einen Entwurf mit dieser SKU. Bearbeiten Sie ihn in seinem Formular.',
  'uploads.problem.tooLong': 'Die Zeile ist zu lang für ein Angebot.',
  'uploads.problem.notHere': 'Entwürfe und beendete Angebote ändert keine Datei.',
  'uploads.problem.hasVariations': 'Das Angebot hat Varianten. Verwenden Sie für jede eine Zeile.',
}
