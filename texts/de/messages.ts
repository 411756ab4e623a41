import type { messageCentre as english } from '../en/messages.ts'

export const messageCentre: Record<keyof typeof english, string> = {
  'messages.title': 'Mitteilungen',
  'messages.unread': '{count, plural, =0 {alle gelesen} one {# ungelesen} other {# ungelesen}}',
  'messages.isUnread': 'Ungelesen',
  'messages.shown': 'Gezeigt am {when}',
  'messages.since': 'Seit {when}',
  'messages.severity': '{severity, select, alert {Warnung} success {Gute Nachricht} other {Hinweis}}',
  'messages.markAllRead': 'Alle als gelesen markieren',
  'messages.empty.title': 'Keine Nachrichten',
  'messages.empty.hint':
    'Nachrichten des Marktplatzes stehen über der Seite, um die es geht, und bleiben {days} Tage lang hier.',
}
