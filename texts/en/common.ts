/** Texts shared by all pages. */
export const common = {
  'common.close': 'Close',
  'common.again': 'Try again',
  'common.notRead': 'The hub could not be reached: check your connection.',
  'common.cancel': 'Cancel',
  'common.save': 'Save',
  'common.delete': 'Delete',
  'common.apply': 'Apply',
  'common.all': 'All',
  'common.none': 'None',
  'common.search': 'Search',
  'common.newWindow': 'Opens in a new window or tab',
  'common.zone': 'times in {zone}',
  'common.unknown': 'unknown',
  'common.skipToContent': 'Skip to content',
  'form.errors': 'Please check what you entered.',
  'form.overtaken':
    'Somebody else changed this while you had it open, and nothing has been saved. Your fields would undo that change: compare them with what there is now, in another tab, before you save them.',
  'error.notFound.title': 'Page not found',
  'error.notFound.body': 'There is nothing at this address, or it belongs to another seller. Check the address.',
  'error.forbidden.title': 'Not allowed with your role',
  'error.forbidden.body':
    'Your role at this seller does not include this. Ask an owner of the shop to change your role.',
  'error.token.title': 'This form has expired',
  'error.token.body':
    'Nothing was changed. Load the page again and send the form once more. If this comes again, allow cookies for this site.',
  'error.origin.title': 'This page was opened at another address',
  'error.origin.body':
    'Nothing was changed. The hub takes changes from its pages at {address} only: open it there. Whoever runs the hub says with PUBLIC_URL which address that is.',
  'error.signedOut.title': 'You are signed out',
  'error.signedOut.body':
    'Your session has ended, and nothing was changed. Sign in, go back, and send the form once more.',
  'error.toSignIn': 'Sign in',
  'error.offline.title': 'You are offline',
  'error.offline.body': 'Nothing was sent, and this page stays. Try again when you are connected.',
  'error.lost.title': 'No answer came',
  'error.lost.body': 'What you typed is still here: see whether it was done, then try again.',
  'error.tooLarge.title': 'Too much at once',
  'error.tooLarge.body':
    'It was not taken, and nothing was changed. Send fewer pictures at once, a smaller file, or a shorter text.',
  'error.malformed.title': 'That did not work',
  'error.malformed.body':
    'The hub did not understand what the page sent, and nothing was changed. Load the page again and try once more.',
  'error.outdated.title': 'This has changed in the meantime',
  'error.outdated.body':
    'What you wanted to do is no longer possible, and nothing was changed. Load the page again to see how it stands.',
  'error.tooMany.title': 'Too many pages at once',
  'error.tooMany.body':
    'More of your pages are loading than the hub answers for one member at a time, and nothing was changed. Wait until some of them are there, then load this one again.',
  'error.busy.title': 'The hub is busy',
  'error.busy.body':
    'Its database had no time or no room for this page. Wait half a minute and load the page again; if that does not help, send the reference below to support.',
  'error.unreachable.title': 'The hub cannot be reached',
  'error.unreachable.body':
    'Your connection was lost, or the hub is restarting. Check your connection, then load the page again.',
  'error.unknown.title': 'Something went wrong',
  'error.unknown.body':
    'The failure was recorded under the reference below. Try again; if that does not help, send the reference to support.',
  'error.unknown.reference': 'Reference',
  'error.toStart': 'Go to the start page',
  'error.toListings': 'Show active listings',
  'error.toOrders': 'Show all orders',
  'error.reload': 'Load the page again',
} as const
