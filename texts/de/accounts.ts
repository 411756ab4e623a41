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
  'settings.preferences.title': 'Einstellungen',
  'settings.preferences.saved': 'Ihre Einstellungen sind gespeichert.',
  'settings.browser': 'Wie im Browser',
  'settings.locale': 'Sprache',
  'settings.timeZone': 'Zeitzone',
  'settings.timeZone.hint': 'Alle Zeiten werden darin angezeigt. Dort ist es jetzt {now}.',
  'settings.timeZone.shop': 'Wie beim Shop ({zone})',
  'settings.density': 'Dichte der Listen',
  'settings.density.default': 'Wie im Hub vorgesehen',
  'settings.density.comfortable': 'Luftig',
  'settings.density.compact': 'Kompakt',
  'settings.theme': 'Farben',
  'settings.theme.system': 'Wie auf dem Gerät',
  'settings.theme.light': 'Hell',
  'settings.theme.dark': 'Dunkel',
  'settings.error.choice': 'Wählen Sie einen Eintrag der Liste.',
  'settings.security.title': 'Passwort und Sitzungen',
  'settings.done.password': 'Ihr Passwort ist geändert. Auf allen anderen Geräten sind Sie abgemeldet.',
  'settings.done.two-factor-on':
    'Die Anmeldung in zwei Schritten ist eingeschaltet. Ab jetzt werden Sie nach einem Code gefragt.',
  'settings.done.two-factor-off': 'Die Anmeldung in zwei Schritten ist ausgeschaltet.',
  'settings.done.session': 'Dieses Gerät ist abgemeldet.',
  'settings.done.others': 'Alle anderen Geräte sind abgemeldet.',
  'settings.password.title': 'Passwort',
  'settings.password.current': 'Aktuelles Passwort',
  'settings.password.submit': 'Passwort ändern',
  'settings.confirm': 'Ihr Passwort zur Bestätigung',
  'settings.twoFactor.title': 'Anmeldung in zwei Schritten',
  'settings.twoFactor.on': 'eingeschaltet',
  'settings.twoFactor.off': 'ausgeschaltet',
  'settings.twoFactor.onText':
    'Bei der Anmeldung werden Sie nach einem Code Ihrer Authenticator-App gefragt. Ohne die App hilft einer Ihrer Ersatzcodes; jeder gilt einmal.',
  'settings.twoFactor.offText':
    'Nach dem Passwort wird ein Code einer Authenticator-App auf Ihrem Telefon verlangt: Wer Ihr Passwort erfährt, kommt trotzdem nicht hinein.',
  'settings.twoFactor.begin': 'Zwei Schritte einrichten',
  'settings.twoFactor.end': 'Ausschalten',
  'settings.twoFactor.renew': 'Neue Ersatzcodes erstellen',
  'settings.twoFactor.newCodes':
    'Das sind Ihre neuen Ersatzcodes; die alten gelten nicht mehr. Sie werden nur jetzt angezeigt: Drucken Sie sie aus oder bewahren Sie sie sicher auf.',
  'settings.twoFactor.step.secret':
    'Fügen Sie in Ihrer Authenticator-App ein Konto hinzu: Wählen Sie die Eingabe eines Schlüssels und geben Sie diesen ein.',
  'settings.twoFactor.openApp': 'Authenticator-App auf diesem Gerät öffnen',
  'settings.twoFactor.step.codes':
    'Bewahren Sie diese Ersatzcodes sicher auf. Jeder lässt Sie einmal hinein, falls Sie Ihr Telefon verlieren. Sie werden nur jetzt angezeigt.',
  'settings.twoFactor.step.code': 'Sechs Ziffern, die die App jetzt zeigt',
  'settings.twoFactor.confirm': 'Zwei Schritte einschalten',
  'settings.twoFactor.wrongCode':
    'Dieser Code ist nicht richtig. Prüfen Sie, ob die Uhr Ihres Telefons richtig geht, und geben Sie den nächsten Code ein.',
  'settings.sessions.title': 'Wo Sie angemeldet sind',
  'settings.sessions.count': '{count, plural, one {# Gerät} other {# Geräte}}',
  'settings.sessions.device': '{browser} auf {system}',
  'settings.sessions.unknown': 'Unbekanntes Gerät',
  'settings.sessions.seen':
    'Zuletzt gesehen {seen}{address, select, none {} other { von {address}}}, angemeldet seit {since}',
  'settings.sessions.current': 'dieses Gerät',
  'settings.sessions.end': 'Abmelden',
  'settings.sessions.endOthers': 'Alle anderen abmelden',
  'settings.sessions.endAll': 'Überall abmelden',
}
