/** Texts for rejected forms; loaded when a form is first touched. */
export const unsent = {
  'unsent.signedOut':
    'Nothing was sent, and what you typed is still here. Sign in, come back to this page, and press the button again.',
  'unsent.signIn': 'Sign in in a new window',
  'unsent.forbidden':
    'Nothing was sent, and what you typed is still here to copy. Ask an owner of the shop to change your role, then press the button again.',
  'unsent.otherReader.title': 'Another member or shop is signed in',
  'unsent.otherReader':
    'Nothing was sent: in another window somebody else signed in, or another shop was chosen. Change back there, then press the button again.',
  'unsent.token':
    'Nothing was sent, and what you typed is still here. Press the button again; if this comes again, allow cookies for this site.',
  'unsent.tooMany':
    'Nothing was sent: too many of your pages are loading. Wait until they are there, then press the button again.',
  'unsent.typed': 'What you typed',
  'unsent.again': 'Send again',
} as const
