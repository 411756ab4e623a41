/** The message centre. The marketplace's messages themselves are not here. */
export const messageCentre = {
  'messages.title': 'Notices',
  'messages.unread': '{count, plural, =0 {all read} one {# unread} other {# unread}}',
  'messages.isUnread': 'Unread',
  'messages.shown': 'Shown {when}',
  'messages.since': 'Since {when}',
  'messages.severity': '{severity, select, alert {Warning} success {Good news} other {Information}}',
  'messages.markAllRead': 'Mark all as read',
  'messages.empty.title': 'No messages',
  'messages.empty.hint':
    'Messages from the marketplace appear above the page they are about, and stay here for {days} days.',
} as const
