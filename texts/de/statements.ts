import type { statements as english } from '../en/statements.ts'

export const statements: Record<keyof typeof english, string> = {
  'statements.title': 'Abrechnungen',
  'statements.nav': 'Abrechnungen und Steuern',
  'statements.name': 'Abrechnung für {month}',
  'statements.of': 'Abrechnung in {currency}',
  'statements.hint':
    'Was sich an dem Geld geändert hat, das der Marktplatz für Sie verwahrt: verfügbar, in Bearbeitung und einbehalten. Eine Auszahlung wird an dem Tag abgezogen, an dem sie beginnt.',
  'statements.none': 'Sobald der erste Verkauf gebucht ist, steht hier für jeden Monat eine Abrechnung.',
  'statements.nothing': 'Bis zum Ende dieses Monats war nichts gebucht.',
  'statements.years': 'Jahre',
  'statements.months': 'Monate',
  'statements.soFar': '{month}, bisher',
  'statements.opening': 'Anfangssaldo',
  'statements.closing': 'Endsaldo',
  'statements.lines': 'Was sich geändert hat',
  'statements.group':
    '{group, select, sales {Verkäufe} refunds {Erstattungen} own {Direkt bezahlte Erstattungen} fees {Gebühren} labels {Etiketten} advertising {Werbung} adjustments {Korrekturen} disputes {Rückbuchungen} payouts {Auszahlungen} other {Sonstiges}}',
  'statements.proof': '{opening} + {movement} = {closing}.',
  'statements.proof.less': '{opening} − {movement} = {closing}.',
  'statements.proof.next': 'Mit diesem Saldo beginnt der nächste Monat; nichts ist ungeklärt.',
  'statements.proof.now': 'Das ist Ihr Saldo jetzt; nichts ist ungeklärt.',
  'statements.proof.differs': 'Das geht nicht auf: {amount} sind ungeklärt. Wenden Sie sich an den Marktplatz.',
  'statements.transactions': 'Alle Transaktionen des Monats',
  'statements.download': 'Herunterladen',
  'statements.back': 'Zurück zur Abrechnung',
  'statements.file': 'abrechnung',
  'taxes.title': 'Steuern',
  'taxes.of': 'Steuern, {period}',
  'taxes.kind': '{kind, select, month {Monat} quarter {Quartal} other {Jahr}}',
  'taxes.quarter':
    '{n, select, 1 {1. Quartal {year}} 2 {2. Quartal {year}} 3 {3. Quartal {year}} other {4. Quartal {year}}}',
  'taxes.by':
    '{kind, select, SELLER {Von Ihnen eingezogen} INCLUDED {In Ihren Preisen enthalten} other {Vom Marktplatz eingezogen und abgeführt}}',
  'taxes.sum':
    '{kind, select, SELLER {Von Ihnen abzuführen: {amount}} INCLUDED {In Ihren Preisen enthalten: {amount}} other {Vom Marktplatz abgeführt: {amount}}}',
  'taxes.unknownCountry': 'Unbekannt',
  'taxes.name': 'Steuer',
  'taxes.rate': 'Satz (%)',
  'taxes.unnamed': 'Ohne Namen',
  'taxes.taxable': 'Bemessungsgrundlage',
  'taxes.collected': 'Mit Verkäufen',
  'taxes.returned': 'Mit Erstattungen',
  'taxes.net': 'Steuer gesamt',
  'taxes.none': 'Im Zeitraum {period} wurde keine Steuer gebucht.',
  'taxes.hint':
    'Steuer bezahlter Bestellungen abzüglich der von Erstattungen, nach Lieferland und Tag der Zahlung oder Erstattung in {zone}. In Preisen enthaltene Steuer ist Teil Ihrer Umsätze. Die Bemessungsgrundlage ist der besteuerte Umsatz ohne Steuer abzüglich Erstattungen; was zwei Steuern hat, zählt in beiden Zeilen. Nicht enthalten: Steuer auf Gebühren und auf Ihre Einkäufe. Steuernamen stammen von Ihrem Marktplatz. Dies ist keine Steuerberatung.',
  'taxes.begins': 'Der erste hier erfasste Verkauf wurde am {day} bezahlt; Früheres ist nicht enthalten.',
  'taxes.coverage':
    'Für {known, number} von {sales, plural, one {# Verkauf} other {# Verkäufen}} ist die Steuer bekannt.',
  'taxes.coverage.rest': '{n, plural, one {Den # Verkauf} other {Die # Verkäufe}} ohne Steuerangaben zeigen',
  'taxes.file': 'steuern',
}
