import type { shipCalendar as english } from '../en/ship-calendar.ts'

export const shipCalendar: Record<keyof typeof english, string> = {
  'calendar.intro':
    'Ein Paket muss innerhalb der Bearbeitungszeit raus, gerechnet in Arbeitstagen ab der Zahlung. Zeiten in {zone}.',
  'calendar.example': 'Eine jetzt bezahlte Bestellung muss bis {day} raus.',
  'calendar.handlingDays': 'Bearbeitungszeit in Arbeitstagen',
  'calendar.handlingDays.hint': 'Für Angebote ohne eigene Bearbeitungszeit. 0 heißt am selben Tag.',
  'calendar.cutoff': 'Annahmeschluss',
  'calendar.cutoff.hint': 'Was später bezahlt wird, zählt als am nächsten Arbeitstag bezahlt.',
  'calendar.weekday':
    '{day, select, 1 {Montag} 2 {Dienstag} 3 {Mittwoch} 4 {Donnerstag} 5 {Freitag} 6 {Samstag} other {Sonntag}}',
  'calendar.region': 'Feiertage',
  'calendar.region.none': 'Gelten als Arbeitstage',
  'calendar.region.next': 'Die nächsten: {days}.',
  'calendar.daysOff': 'Eigene freie Tage',
  'calendar.daysOff.hint': 'Ein Tag oder Zeitraum je Zeile: 2026-12-24 oder 2026-12-27 bis 2026-12-31.',
  'calendar.preview': 'Zeigen, was sich ändert',
  'calendar.save': 'Diese Regeln speichern',
  'calendar.saved': 'Ihre Arbeitstage sind gespeichert. Sie gelten für jede Bestellung, die ab jetzt bezahlt wird.',
  'calendar.effects': 'Was sich ändert',
  'calendar.nothing': 'Es ändert sich nichts: Das sind Ihre jetzigen Regeln.',
  'calendar.moved':
    '{n, plural, =0 {Keine unbezahlte Bestellung verschiebt sich.} one {# unbezahlte Bestellung verschiebt sich, würde sie jetzt bezahlt:} other {# unbezahlte Bestellungen verschieben sich, würden sie jetzt bezahlt:}}',
  'calendar.kept':
    '{n, plural, =0 {Der zugesagte Tag jeder Bestellung bleibt derselbe.} one {# Bestellung behält den zugesagten Tag; die neuen Regeln ergäben einen anderen:} other {# Bestellungen behalten den zugesagten Tag; die neuen Regeln ergäben einen anderen:}}',
  'calendar.same':
    '{n, plural, one {# weitere offene Bestellung ist nicht betroffen.} other {# weitere offene Bestellungen sind nicht betroffen.}}',
  'calendar.first': 'Die ersten {n} werden gezeigt.',
  'calendar.before': 'Bisher',
  'calendar.after': 'Neu',
  'calendar.promised': 'Zugesagt, bleibt',
  'calendar.byNew': 'Nach den neuen Regeln',
  'calendar.error.handlingDays': 'Geben Sie eine ganze Zahl von Tagen ein, 0 bis 30.',
  'calendar.error.cutoff': 'Geben Sie eine Uhrzeit wie 15:00 ein.',
  'calendar.error.workingDays': 'Wählen Sie mindestens einen Tag, sonst könnte nie etwas versendet werden.',
  'calendar.error.never':
    'Mit diesen freien Tagen könnte über ein Jahr lang nichts versendet werden. Entfernen Sie einige.',
  'calendar.error.not-a-day': 'Zeile {line} ist kein Tag. Schreiben Sie ihn wie 2026-12-24.',
  'calendar.error.ends-before': 'Zeile {line} endet, bevor sie beginnt.',
  'calendar.error.too-many': 'Mit Zeile {line} wären es mehr als 366 freie Tage.',
}
