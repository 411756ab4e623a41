import type { payoutSettings as english } from '../en/payout-settings.ts'

export const payoutSettings: Record<keyof typeof english, string> = {
  'payoutSettings.title': 'Auszahlungseinstellungen',
  'payoutSettings.schedule': 'Rhythmus',
  'payoutSettings.schedule.label': 'Wie oft ausgezahlt wird',
  'payoutSettings.schedule.DAILY': 'An jedem Bankarbeitstag',
  'payoutSettings.schedule.WEEKLY': 'Jede Woche',
  'payoutSettings.schedule.BIWEEKLY': 'Alle zwei Wochen',
  'payoutSettings.schedule.MONTHLY': 'Jeden Monat',
  'payoutSettings.schedule.ON_DEMAND': 'Nur auf Anforderung',
  'payoutSettings.next': 'Nächste Auszahlung: {day}. Ein Bankfeiertag verschiebt sie auf den nächsten Bankarbeitstag.',
  'payoutSettings.next.none': 'Keine Auszahlung ist geplant. Zahlen Sie bei den Zahlungen aus, wann Sie wollen.',
  'payoutSettings.done.schedule': 'Gespeichert.',
  'payoutSettings.account': 'Bankkonto',
  'payoutSettings.account.now': '{bank}, Konto endet auf {last4}',
  'payoutSettings.account.refused':
    'Die Bank hat dieses Konto abgelehnt, deshalb wird nichts mehr darauf ausgezahlt. Ihr Geld bleibt verfügbar, bis es ein anderes Konto gibt.',
  'payoutSettings.account.later': 'Ab {date}: {bank}, Konto endet auf {last4}, eingetragen von {name}.',
  'payoutSettings.account.keep': 'Bisheriges Konto behalten',
  'payoutSettings.account.elsewhere': 'Das Konto liegt beim Marktplatz: Ändern Sie es dort.',
  'payoutSettings.account.intro':
    'Die Nummer geht an den Zahlungsdienst; der Hub behält die Bank und die letzten vier Zeichen. Die Änderung gilt nach {hours, plural, one {# Stunde} other {# Stunden}}, und die anderen Inhaber erfahren davon per E-Mail.',
  'payoutSettings.account.change': 'Bankkonto ändern',
  'payoutSettings.account.holder': 'Kontoinhaber',
  'payoutSettings.account.number': 'IBAN oder Kontonummer',
  'payoutSettings.account.code': 'Bankleitzahl',
  'payoutSettings.account.code.hint': 'Sort Code oder Routing Number; mit einer IBAN nicht nötig',
  'payoutSettings.account.password': 'Ihr Passwort',
  'payoutSettings.done.account': 'Das neue Konto ist eingetragen. Es gilt ab dem Zeitpunkt unten.',
  'payoutSettings.done.kept': 'Das bisherige Konto bleibt.',
  'payoutSettings.error.schedule': 'Wählen Sie einen Rhythmus.',
  'payoutSettings.error.holder': 'Geben Sie den Namen des Kontoinhabers ein.',
  'payoutSettings.error.number': 'Geben Sie eine Nummer aus 4 bis 34 Buchstaben und Ziffern ein.',
  'payoutSettings.error.refused': 'Der Zahlungsdienst nimmt dieses Konto nicht an. Prüfen Sie Nummer und Bankleitzahl.',
  'payoutSettings.error.away':
    'Der Zahlungsdienst antwortet nicht. Nichts wurde geändert: Versuchen Sie es später noch einmal.',
  'payoutSettings.mail.subject': 'Anderes Bankkonto für {shop}',
  'payoutSettings.mail.text':
    'Hallo {name},\n\n{by} hat das Bankkonto von {shop} geändert. Ab {date} gehen Auszahlungen an {bank}, Konto endet auf {last4}.\n\nWenn Sie nichts davon wissen, behalten Sie bis dahin das bisherige Konto:\n{link}\n\n{hub}',
}
