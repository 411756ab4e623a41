/** When a seller works, and by when parcels must leave. */
export const shipCalendar = {
  'calendar.intro':
    'A parcel must leave within the handling time, counted in working days from the payment. Times in {zone}.',
  'calendar.example': 'An order paid now must leave by {day}.',
  'calendar.handlingDays': 'Handling time in working days',
  'calendar.handlingDays.hint': 'For listings without one of their own. 0 is the same day.',
  'calendar.cutoff': 'Cut-off',
  'calendar.cutoff.hint': 'What is paid later counts as paid on the next working day.',
  'calendar.workingDays': 'Working days',
  'calendar.weekday':
    '{day, select, 1 {Monday} 2 {Tuesday} 3 {Wednesday} 4 {Thursday} 5 {Friday} 6 {Saturday} other {Sunday}}',
  'calendar.region': 'Public holidays',
  'calendar.region.none': 'Worked like any other day',
  'calendar.region.next': 'Next: {days}.',
  'calendar.daysOff': 'Your own days off',
  'calendar.daysOff.hint': 'One day or period per line: 2026-12-24, or 2026-12-27 to 2026-12-31.',
  'calendar.preview': 'See what changes',
  'calendar.save': 'Save these rules',
  'calendar.saved': 'Your working days are saved. They hold for every order that is paid from now on.',
  'calendar.effects': 'What changes',
  'calendar.nothing': 'Nothing changes: these are your present rules.',
  'calendar.moved':
    '{n, plural, =0 {No unpaid order moves.} one {# unpaid order would move if it were paid now:} other {# unpaid orders would move if they were paid now:}}',
  'calendar.kept':
    '{n, plural, =0 {Every order keeps the day that was promised, and it is the same.} one {# order keeps the day that was promised; the new rules would say another:} other {# orders keep the day that was promised; the new rules would say another:}}',
  'calendar.same': '{n, plural, one {# more open order is not affected.} other {# more open orders are not affected.}}',
  'calendar.first': 'The first {n} are shown.',
  'calendar.order': 'Order',
  'calendar.before': 'Until now',
  'calendar.after': 'New',
  'calendar.promised': 'Promised, stays',
  'calendar.byNew': 'By the new rules',
  'calendar.error.handlingDays': 'Enter a whole number of days from 0 to 30.',
  'calendar.error.cutoff': 'Enter a time such as 15:00.',
  'calendar.error.workingDays': 'Choose at least one day: otherwise nothing could ever be sent.',
  'calendar.error.never': 'With these days off nothing could be sent for more than a year. Take some out.',
  'calendar.error.overtaken':
    'Somebody else changed these rules while you had them open, and nothing has been saved. Your fields would undo that change: compare them with the rules as they are now, in another tab, before you save.',
  'calendar.error.not-a-day': 'Line {line} is not a day. Write it like 2026-12-24.',
  'calendar.error.ends-before': 'Line {line} ends before it begins.',
  'calendar.error.too-many': 'Line {line} is beyond 366 days off in all.',
} as const
