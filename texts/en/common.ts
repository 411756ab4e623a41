export const common = {
  'common.close': 'Close',
  'common.again': 'Try again',
  'common.notRead': 'The hub could not be reached: check your connection.',
  'common.cancel': 'Cancel',
  'common.save': 'Save',
  'common.none': 'None',
  'common.search': 'Search',
  'common.uploadFile': 'Upload a file',
  'common.newWindow': 'Opens in a new window or tab',
  'common.zone': 'times in {zone}',
  'common.skipToContent': 'Skip to content',
  'form.errors': 'Please check what you entered.',
  'form.overtaken':
    'Somebody else changed this while you had it open, and nothing was saved. Saving now would undo that change: first compare your fields with the current values in another tab.',
  'error.notFound.title': 'Page not found',
  'error.notFound.body': 'There is nothing at this address, or it belongs to another seller. Check the address.',
  'error.forbidden.title': 'Not allowed with your role',
  'error.forbidden.body':
    'Your role at this seller does not include this. Ask an owner of the shop to change your role.',
  'error.token.title': 'This form has expired',
  'error.token.body':
    'Nothing was changed. Load the page again and submit the form once more. If this happens again, allow cookies for this site.',
  'error.origin.title': 'This page was opened at another address',
  'error.origin.body':
    'Nothing was changed. The hub accepts changes only from its pages at {address}: open it there. The operator of the hub sets this address with PUBLIC_URL.',
  'error.signedOut.title': 'You are signed out',
  'error.signedOut.body':
    'Your session has ended, and nothing was changed. Sign in, go back, and submit the form once more.',
  'error.toSignIn': 'Sign in',
  'error.offline.title': 'You are offline',
  'error.offline.body': 'Nothing was sent, and this page stays open. Try again when you are connected.',
  'error.lost.title': 'No response',
  'error.lost.body': 'What you typed is still here. Check whether it was saved, then try again.',
  'error.tooLarge.title': 'Too large',
  'error.tooLarge.body':
    'It was not accepted, and nothing was changed. Send fewer pictures at once, a smaller file, or a shorter text.',
  'error.malformed.title': 'That did not work',
  'error.malformed.body':
    'The hub did not understand what the page sent, and nothing was changed. Load the page again and try once more.',
  'error.outdated.title': 'This has changed in the meantime',
  'error.outdated.body':
    'This step is no longer possible, and nothing was changed. Load the page again to see the current status.',
  'error.tooMany.title': 'Too many pages at once',
  'error.tooMany.body':
    'You are loading more pages than the hub serves to one member at a time, and nothing was changed. Wait for some of them, then load this one again.',
  'error.busy.title': 'The hub is busy',
  'error.busy.body':
    'The database is overloaded or out of space. Wait half a minute and load the page again; if that does not help, send the reference below to support.',
  'error.unreachable.title': 'The hub cannot be reached',
  'error.unreachable.body':
    'Your connection was lost, or the hub is restarting. Check your connection, then load the page again.',
  'error.unknown.title': 'Something went wrong',
  'error.unknown.body':
    'The error was recorded under the reference below. Try again; if that does not help, send the reference to support.',
  'error.unknown.reference': 'Reference',
  'error.toStart': 'Go to the start page',
  'error.toListings': 'Show active listings',
  'error.toOrders': 'Show all orders',
  'error.reload': 'Load the page again',
} as const
