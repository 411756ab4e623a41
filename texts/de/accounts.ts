import type { accounts as english } from '../en/accounts.ts'

export const accounts: Record<keyof typeof english, string> = {
  'accounts.signIn.title': 'Anmelden',
  'accounts.signIn.intro': 'bei {hub}',
  'accounts.email': 'E-Mail-Adresse',
  'accounts.password': 'Passwort',
  'accounts.signIn.submit': 'Anmelden',
  'accounts.signIn.forgot': 'Passwort vergessen?',
  'accounts.signIn.done.signed-out': 'Sie sind abgemeldet.',
  'accounts.signIn.done.signed-out-everywhere': 'Sie sind auf allen Geräten abgemeldet.',
  'accounts.signIn.done.password-set': 'Ihr neues Passwort ist gesetzt. Melden Sie sich damit an.',
  'accounts.signIn.done.code-ended':
    'Die Anmeldung hat zu lange gedauert oder es gab zu viele falsche Codes. Geben Sie Ihr Passwort noch einmal ein.',
  'accounts.error.summary': 'Bitte prüfen Sie Ihre Eingaben.',
  'accounts.error.email': 'Geben Sie eine E-Mail-Adresse ein, zum Beispiel name@example.com.',
  'accounts.error.password': 'Geben Sie Ihr Passwort ein.',
  'accounts.error.wrong':
    'Die E-Mail-Adresse oder das Passwort ist falsch. Prüfen Sie beides oder setzen Sie ein neues Passwort.',
  'accounts.error.tooMany':
    'Zu viele Versuche. Versuchen Sie es in {minutes, plural, one {# Minute} other {# Minuten}} wieder.',
  'accounts.error.wrongPassword': 'Das ist nicht Ihr aktuelles Passwort.',
  'accounts.error.too-short': 'Das Passwort ist zu kurz: Es braucht mindestens {min} Zeichen.',
  'accounts.error.too-long': 'Das Passwort ist zu lang: Es darf höchstens {max} Zeichen haben.',
  'accounts.error.same-as-email': 'Ihre E-Mail-Adresse ist kein sicheres Passwort. Wählen Sie ein anderes.',
  'accounts.error.repeat': 'Die beiden Passwörter sind verschieden. Geben Sie zweimal dasselbe ein.',
  'accounts.code.title': 'Code eingeben',
  'accounts.code.intro':
    'Ihr Konto verlangt einen zweiten Schritt. Öffnen Sie Ihre Authenticator-App und geben Sie die sechs Ziffern ein, oder verwenden Sie einen Ihrer Ersatzcodes.',
  'accounts.code.label': 'Code',
  'accounts.code.submit': 'Weiter',
  'accounts.code.back': 'Als jemand anderes anmelden',
  'accounts.code.error.empty': 'Geben Sie den Code ein.',
  'accounts.code.error.wrong':
    'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten und geben Sie ihn ein.',
  'accounts.code.error.locked':
    'Zu viele falsche Codes. Ihr Konto ist für 15 Minuten gesperrt; melden Sie sich danach neu an.',
  'accounts.link.title': 'Dieser Link gilt nicht mehr',
  'accounts.link.body':
    'Ein Anmelde-Link gilt einmal und {minutes} Minuten lang. Lassen Sie sich vom Betreiber des Hubs einen neuen geben oder melden Sie sich mit Ihrem Passwort an.',
  'accounts.link.toSignIn': 'Zur Anmeldung',
  'accounts.forgot.title': 'Neues Passwort setzen',
  'accounts.forgot.intro':
    'Geben Sie Ihre E-Mail-Adresse ein. Sie erhalten einen Link, mit dem Sie ein neues Passwort setzen können.',
  'accounts.forgot.submit': 'Link senden',
  'accounts.forgot.sent.title': 'Sehen Sie in Ihr Postfach',
  'accounts.forgot.sent.body':
    'Wenn es ein Konto für {email} gibt, ist ein Link dorthin unterwegs. Er gilt einmal und {minutes} Minuten lang. Sehen Sie auch im Spam-Ordner nach.',
  'accounts.forgot.cannotSend':
    'Dieser Hub kann keine E-Mails senden. Bitten Sie den Betreiber um einen Link: {support, select, none {er kann mit dem Befehl „hub user link“ einen erstellen} other {{support}}}.',
  'accounts.reset.title': 'Neues Passwort wählen',
  'accounts.reset.intro': 'Für {email}. Sie werden auf allen Geräten abgemeldet.',
  'accounts.reset.ended.title': 'Dieser Link gilt nicht mehr',
  'accounts.reset.ended.body':
    'Ein Link zum Setzen des Passworts gilt einmal und nur für eine gewisse Zeit. Fordern Sie einen neuen an.',
  'accounts.reset.ended.again': 'Neuen Link anfordern',
  'accounts.newPassword': 'Neues Passwort',
  'accounts.newPassword.hint':
    '{min} bis {max} Zeichen. Einige Wörter hintereinander sind leicht zu merken und schwer zu erraten.',
  'accounts.newPassword.repeat': 'Neues Passwort wiederholen',
  'accounts.newPassword.submit': 'Passwort setzen',
  'accounts.mail.reset.subject': 'Neues Passwort für {hub} setzen',
  'accounts.mail.reset.text':
    'Guten Tag {name},\n\nfür Ihr Konto bei {hub} wurde ein neues Passwort angefordert. Um es zu setzen, öffnen Sie innerhalb von {minutes} Minuten diesen Link:\n\n{link}\n\nWaren Sie das nicht, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.\n',
  'accounts.mail.changed.subject': 'Ihr Passwort für {hub} wurde geändert',
  'accounts.mail.changed.text':
    'Guten Tag {name},\n\ndas Passwort Ihres Kontos bei {hub} wurde am {at} geändert, und Sie wurden auf allen anderen Geräten abgemeldet.\n\nWaren Sie das nicht, setzen Sie sofort ein neues Passwort:\n\n{link}\n',
}
