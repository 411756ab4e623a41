import type { messageCentre as english } from '../en/messages.ts'

/** Die Nachrichten des Marktplatzes an ein Mitglied. */
export const messageCentre: Record<keyof typeof english, string> = {
  'messages.title': 'Nachrichten',
  'messages.unread': '{count, plural, =0 {alle gelesen} one {# ungelesen} other {# ungelesen}}',
  'messages.isUnread': 'Ungelesen',
  'messages.shown': 'Gezeigt am {when}',
  'messages.since': 'Seit {when}',
  'messages.severity': '{severity, select, alert {Warnung} success {Gute Nachricht} other {Hinweis}}',
  'messages.markRead': 'Als gelesen markieren',
  'messages.markAllRead': 'Alle als gelesen markieren',
  'messages.empty.title': 'Keine Nachrichten',
  'messages.empty.hint':
    'Was der Marktplatz Ihnen mitteilt, steht über der Seite, um die es geht, und bleibt hier {days} Tage lang.',
}
