import type { performance as english } from '../en/performance.ts'

export const performance: Record<keyof typeof english, string> = {
  'level.title.measures': 'Wie Käufer bedient werden',
  'level.nav': 'Leistung',
  'level.name':
    '{level, select, TOP_RATED {Top-Bewertung} ABOVE_STANDARD {Über dem Standard} other {Unter dem Standard}}',
  'level.now': 'Jetzt, seit {day}',
  'level.now.reported': 'Jetzt, laut Marktplatz',
  'level.sold': '{n, plural, one {# Bestellung} other {# Bestellungen}}, verkauft vom {from} bis {to}',
  'level.next': 'Am {day}, nach heutigem Stand',
  'level.sold.soFar':
    'Bisher {n, plural, one {# Bestellung} other {# Bestellungen}}, verkauft vom {from} bis {to}; es {days, plural, one {fehlt noch # Tag} other {fehlen noch # Tage}}',
  'level.whatIf': 'Was wäre, wenn',
  'level.if.expected':
    '{n, plural, one {Die bis {day} erwartete Bestellung ist pünktlich} other {Die bis {day} erwarteten # Bestellungen sind pünktlich}}',
  'level.if.undelivered':
    '{n, plural, one {Die Bestellung, deren versprochener Tag vorbei ist, zählt als verspätet} other {Die # Bestellungen, deren versprochener Tag vorbei ist, zählen als verspätet}}',
  'level.if.cancel': 'Sie stornieren noch eine Bestellung als nicht vorrätig',
  'level.if.same': 'ändert nichts',
  'level.if.none': 'Ihre Stufe ändert sich bis dahin nicht.',
  'level.if.none.held': 'Wegen {measures} ändert sich Ihre Stufe bis dahin nicht.',
  'level.if.all': 'Wenn alles Eingeschaltete zutrifft: {level}',
  'level.measured': 'Messwerte',
  'level.measured.note':
    'Verkäufe vom {from} bis {to}. Ein Wert ist nur verfehlt, wenn Anteil und Anzahl zu hoch sind.',
  'level.column.measure': 'Messwert',
  'level.column.count': 'Anzahl',
  'level.column.rate': 'Anteil',
  'level.column.required': 'Nötig für Top-Bewertung',
  'level.column.limit': 'Grenze',
  'level.measure':
    '{id, select, late {Verspäteter Versand} defects {Mängel} cases {Für Käufer entschiedene Fälle} untracked {Sendungsnummer rechtzeitig} unanswered {Unbeantwortete Nachrichten} orders {Bestellungen} sales {Umsatz} other {Auf dem Marktplatz}}',
  'level.missed':
    '{id, select, late {verspäteten Versands} defects {Mängeln} cases {für Käufer entschiedenen Fällen} untracked {zu spät eingetragenen Sendungsnummern} orders {zu wenigen Bestellungen} sales {zu geringen Umsatzes} other {zu kurzer Zeit auf dem Marktplatz}}',
  'level.measure.what':
    '{id, select, late {nicht rechtzeitig beim Versanddienst und zu spät angekommen} defects {von Ihnen als nicht vorrätig storniert, oder ein Fall für den Käufer entschieden} cases {vom Marktplatz geschlossen, nicht von Ihnen} untracked {Nummer rechtzeitig eingetragen und vom Versanddienst gescannt} unanswered {von Bestellungen mit Nachrichten, nicht binnen {hours, number} Stunden beantwortet; zählt nicht zur Stufe} other {in 12 Monaten}}',
  'level.since': 'seit {day}',
  'level.of': '{n} von {of}',
  'level.days': '{n, plural, one {# Tag} other {# Tage}}',
  'level.required.most': '{rate} oder weniger, oder {n}',
  'level.required.buyers': '{rate} oder weniger, oder {n, plural, one {# Käufer} other {# Käufer}}',
  'level.required.least': '{rate} oder mehr',
  'level.required.number': '{n} oder mehr',
  'level.left': '{n, plural, =0 {Keiner mehr möglich} one {Noch # möglich} other {Noch # möglich}}',
  'level.over': '{n, plural, one {# zu viel} other {# zu viel}}',
  'level.over.toGo':
    '{n, plural, one {# zu viel} other {# zu viel}}; nach {toGo, plural, one {# weiteren fehlerfreien Bestellung} other {# weiteren fehlerfreien Bestellungen}} sind es {rate}',
  'level.tracking.left':
    '{n, plural, =0 {Keine weitere ohne Sendungsverfolgung möglich} one {Noch # ohne Sendungsverfolgung möglich} other {Noch # ohne Sendungsverfolgung möglich}}',
  'level.tracking.over': '{n, plural, one {# zu wenig} other {# zu wenig}}',
  'level.tracking.over.toGo':
    '{n, plural, one {# zu wenig} other {# zu wenig}}; {toGo, plural, one {# weitere Bestellung mit Sendungsnummer erreicht} other {# weitere Bestellungen mit Sendungsnummer erreichen}} {rate}',
  'level.above': '{n} darüber',
  'level.wellAbove': 'Weit darüber',
  'level.short': 'noch {n}',
  'level.evidence':
    '{fault, select, late {Verspäteter Versand} defects {Mängel} cases {Für Käufer entschiedene Fälle} unanswered {Unbeantwortete Nachrichten} other {Ohne rechtzeitige Sendungsnummer}}',
  'level.evidence.dropOut': '{n, plural, one {# fällt am {day} heraus} other {# fallen am {day} heraus}}',
  'level.evidence.later': '{n} später',
  'level.evidence.none': 'Hier zählt keine Bestellung gegen Sie.',
  'level.evidence.buyer': 'Käufer',
  'level.evidence.item': 'Artikel',
  'level.evidence.others': '{title} und {n, plural, one {# weiterer} other {# weitere}}',
  'level.evidence.shipBy': 'Versand bis',
  'level.evidence.scanned': 'Erster Scan',
  'level.evidence.tracked': 'Nummer eingetragen',
  'level.evidence.delivered': 'Zugestellt',
  'level.evidence.promised': 'Versprochen bis',
  'level.evidence.asked': 'Gefragt',
  'level.evidence.answered': 'Beantwortet',
  'level.evidence.what': 'Vorfall',
  'level.evidence.when': 'Datum',
  'level.evidence.dropsOut': 'Fällt heraus',
  'level.evidence.nothing': 'keine',
  'level.evidence.cancelled': 'Als nicht vorrätig storniert',
  'level.evidence.decided': 'Fall {number}',
  'level.evidence.pages': 'Seiten der Bestellungen',
  'level.export.file': 'verkaeuferstufe',
  'level.export.promised': 'Versprochen bis ({zone})',
  'level.export.scanned': 'Erster Scan ({zone})',
  'level.export.tracked': 'Nummer eingetragen ({zone})',
  'level.export.cancelled': 'Als nicht vorrätig storniert ({zone})',
  'level.export.decided': 'Fall entschieden ({zone})',
  'level.export.asked': 'Nachricht des Käufers ({zone})',
  'level.export.answered': 'Beantwortet ({zone})',
  'level.export.late': 'Zählt als verspätet',
  'level.export.defects': 'Zählt als Mangel',
  'level.export.cases': 'Zählt als für den Käufer entschieden',
  'level.export.untracked': 'Zählt als ohne Sendungsnummer',
  'level.export.unanswered': 'Zählt als unbeantwortet',
  'level.export.yes': 'ja',
  'level.how': 'Wie gezählt wird',
  'level.how.when':
    'Am {day}. jedes Monats bewertet der Marktplatz, was in den letzten {months} vollen Monaten verkauft wurde{busy, select, yes {, oder in den letzten {usual}, wenn es darin weniger als {orders} Bestellungen waren} other {}}. Tage und Monate gelten in der Zeitzone {zone}.',
  'level.how.late':
    'Eine Bestellung ist verspätet, wenn ihre Pakete nicht bis zum Versandtag beim Versanddienst waren und sie nach dem zugesagten Tag ankam. Es genügt, eines von beiden einzuhalten.',
  'level.how.defects':
    'Ein Mangel ist eine Bestellung, die Sie als nicht vorrätig storniert haben oder bei der der Marktplatz einen Fall für den Käufer entschieden hat. Eine Bestellung zählt höchstens als ein Mangel; für die Grenze zählen verschiedene Käufer.',
  'level.how.tracking':
    'Die Sendungsverfolgung ist rechtzeitig, wenn die Nummer jedes Pakets bis zum Versandtag eingetragen war und der Versanddienst es gescannt hat. Bestellungen, die noch nicht versendet sein müssen, zählen nicht.',
  'level.responses': 'Fragen vor dem Kauf: {inTime} von {n} innerhalb von {hours} Stunden beantwortet.',
  'level.responses.typical': 'Typische Antwortzeit: {n, plural, one {# Stunde} other {# Stunden}}.',
  'level.responses.none': 'Fragen vor dem Kauf: keine in diesem Zeitraum.',
  'level.how.unanswered':
    'Eine Nachricht eines Käufers ist unbeantwortet, wenn Ihre Antwort mehr als {hours, number} Stunden danach kam oder noch fehlt. Nachrichten, die als erledigt markiert sind, zählen nicht.',
  'level.how.watched':
    'Auch der Marktplatz sieht diese Werte. Er kann sich melden bei mehr als {late} verspätetem Versand und mehr als {lateNumber} Bestellungen, bei mehr als {defects} Mängeln und mehr als {defectsNumber} Käufern, bei mehr als {cases} für Käufer entschiedenen Fällen und mehr als {casesNumber}, oder bei mehr als {unanswered} unbeantworteten Nachrichten und mehr als {unansweredNumber} Bestellungen.',
  'level.how.below':
    '„Unter dem Standard“ gilt bei mehr als {defects} Mängeln mit mehr als {buyers, plural, one {# Käufer} other {# Käufern}}, oder bei mehr als {cases} für Käufer entschiedenen Fällen, wenn es mehr als {number} sind.',
}
