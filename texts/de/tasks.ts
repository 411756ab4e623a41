import type { tasks as english } from '../en/tasks.ts'

export const tasks: Record<keyof typeof english, string> = {
  'tasks.kinds': 'Arten',
  'tasks.sorts': 'Reihenfolge',
  'tasks.riskOnly': 'stehen auf dem Spiel',
  'tasks.openPage': 'Einzelheiten anzeigen',
  'tasks.photos': '{n, plural, one {# Foto} other {# Fotos}}',
  'tasks.waiting': 'Einen Moment …',
  'tasks.answered': 'Jemand hat schon geantwortet.',
  'tasks.key.next': 'weiter',
  'tasks.key.previous': 'zurück',
  'tasks.key.open': 'öffnen',
  'tasks.key.act': 'erledigen',
  'tasks.refund.sure':
    '{amount} gehen an {buyer} zurück, auf dem Weg, auf dem bezahlt wurde. Das lässt sich nicht rückgängig machen.',
  'tasks.cancellation.sure.refund':
    'Die Bestellung wird storniert, {refund} gehen an {buyer} zurück, und die Artikel kommen wieder in den Bestand. Das lässt sich nicht rückgängig machen.',
  'tasks.cancellation.sure':
    'Die Bestellung wird storniert, und die Artikel kommen wieder in den Bestand. Das lässt sich nicht rückgängig machen.',
  'taskMails.morning.subject':
    '{shop}: {late, plural, =0 {} one {# überfällig, } other {# überfällig, }}{today, plural, =0 {heute nichts mehr fällig} one {# heute fällig} other {# heute fällig}}',
  'taskMails.morning.intro': 'Das ist bei {shop} fällig. Zeiten in {zone}.',
  'taskMails.warning.subject': '{shop}: {all, plural, one {# Frist läuft bald ab} other {# Fristen laufen bald ab}}',
  'taskMails.warning.intro': 'Diese Fristen von {shop} laufen bald ab. Zeiten in {zone}.',
  'taskMails.weekly.subject': '{shop}: Ihre Woche, {from} bis {to}',
  'taskMails.weekly.intro': 'So lief {shop} vom {from} bis {to}, verglichen mit den sieben Tagen davor.',
  'taskMails.all': 'Alle Aufgaben',
  'taskMails.change': 'E-Mail-Einstellungen ändern',
  'taskMails.settings.intro': 'An {email}, nur für {shop}. Ist nichts fällig, kommt keine E-Mail.',
  'taskMails.settings.noServer':
    'Dieser Hub kann noch keine E-Mails senden: Der Betreiber hat keinen Mailserver eingerichtet.',
  'taskMails.morning': 'Jeden Morgen um {time}: was überfällig, heute oder morgen fällig ist',
  'taskMails.morning.hint': 'Eine E-Mail, in der Zeitzone des Shops: {zone}.',
  'taskMails.warn24': 'Eine Warnung 24 Stunden vor einer Frist',
  'taskMails.warn4': 'Eine Warnung 4 Stunden vor einer Frist',
  'taskMails.warn.hint': 'Fristen kurz nacheinander stehen in einer E-Mail.',
  'taskMails.weekly': 'Jeden Montag um {time}: Ihre Woche',
  'taskMails.weekly.hint': 'Umsatz, Geld, knapper Bestand und Verkäuferstufe, soweit Ihre Rolle sie sieht.',
  'taskMails.weekly.short': 'Wöchentliche E-Mail',
  'taskMails.weekly.stop': 'Wöchentliche E-Mail von {shop} abbestellen',
  'taskMails.saved': 'Gespeichert. Es gilt ab der nächsten E-Mail.',
  'taskMails.on': 'E-Mail am Morgen um {time}',
  'taskMails.off': 'Keine E-Mail am Morgen',
}
