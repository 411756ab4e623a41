import type { common as english } from '../en/common.ts'

export const common: Record<keyof typeof english, string> = {
  'common.close': 'Schließen',
  'common.again': 'Noch einmal',
  'common.notRead': 'Der Hub war nicht zu erreichen: Prüfen Sie Ihre Verbindung.',
  'common.cancel': 'Abbrechen',
  'common.save': 'Speichern',
  'common.none': 'Keine',
  'common.search': 'Suchen',
  'common.uploadFile': 'Datei hochladen',
  'common.newWindow': 'Öffnet sich in einem neuen Fenster oder Tab',
  'common.zone': 'Zeiten in {zone}',
  'common.skipToContent': 'Zum Inhalt springen',
  'form.errors': 'Bitte prüfen Sie Ihre Eingaben.',
  'form.overtaken':
    'Jemand anderes hat das geändert, während es bei Ihnen offen war; es wurde nichts gespeichert. Speichern würde diese Änderung rückgängig machen: Vergleichen Sie Ihre Angaben vorher in einem zweiten Tab mit dem jetzigen Stand.',
  'error.notFound.title': 'Seite nicht gefunden',
  'error.notFound.body':
    'Unter dieser Adresse gibt es nichts, oder es gehört einem anderen Verkäufer. Prüfen Sie die Adresse.',
  'error.forbidden.title': 'Mit Ihrer Rolle nicht erlaubt',
  'error.forbidden.body':
    'Ihre Rolle bei diesem Verkäufer umfasst das nicht. Bitten Sie einen Inhaber des Shops, Ihre Rolle zu ändern.',
  'error.token.title': 'Dieses Formular ist abgelaufen',
  'error.token.body':
    'Es wurde nichts geändert. Laden Sie die Seite neu und senden Sie das Formular noch einmal. Geschieht das wieder, erlauben Sie Cookies für diese Website.',
  'error.origin.title': 'Diese Seite wurde unter einer anderen Adresse geöffnet',
  'error.origin.body':
    'Es wurde nichts geändert. Der Hub nimmt Änderungen nur von seinen Seiten unter {address} an: Öffnen Sie ihn dort. Wer den Hub betreibt, legt diese Adresse mit PUBLIC_URL fest.',
  'error.signedOut.title': 'Sie sind abgemeldet',
  'error.signedOut.body':
    'Ihre Sitzung ist beendet; es wurde nichts geändert. Melden Sie sich an, gehen Sie zurück und senden Sie das Formular noch einmal.',
  'error.toSignIn': 'Anmelden',
  'error.offline.title': 'Keine Verbindung',
  'error.offline.body':
    'Es wurde nichts gesendet, und diese Seite bleibt offen. Versuchen Sie es noch einmal, sobald Sie verbunden sind.',
  'error.lost.title': 'Keine Antwort',
  'error.lost.body':
    'Was Sie eingegeben haben, ist noch da: Prüfen Sie, ob es schon gespeichert ist, und versuchen Sie es dann erneut.',
  'error.tooLarge.title': 'Zu groß',
  'error.tooLarge.body':
    'Es wurde nicht angenommen und nichts geändert. Senden Sie weniger Bilder auf einmal, eine kleinere Datei oder kürzeren Text.',
  'error.malformed.title': 'Das hat nicht geklappt',
  'error.malformed.body':
    'Der Hub hat nicht verstanden, was die Seite gesendet hat; es wurde nichts geändert. Laden Sie die Seite neu und versuchen Sie es noch einmal.',
  'error.outdated.title': 'Inzwischen hat sich etwas geändert',
  'error.outdated.body':
    'Dieser Schritt ist nicht mehr möglich; es wurde nichts geändert. Laden Sie die Seite neu, um den Stand zu sehen.',
  'error.tooMany.title': 'Zu viele Seiten auf einmal',
  'error.tooMany.body':
    'Es werden mehr Ihrer Seiten geladen, als der Hub für ein Mitglied gleichzeitig beantwortet; es wurde nichts geändert. Warten Sie, bis einige davon da sind, und laden Sie diese Seite neu.',
  'error.busy.title': 'Der Hub ist ausgelastet',
  'error.busy.body':
    'Die Datenbank ist überlastet oder voll. Warten Sie eine halbe Minute und laden Sie die Seite neu; bleibt es dabei, senden Sie die folgende Referenz an den Support.',
  'error.unreachable.title': 'Der Hub ist nicht zu erreichen',
  'error.unreachable.body':
    'Ihre Verbindung ist unterbrochen, oder der Hub startet gerade neu. Prüfen Sie die Verbindung und laden Sie die Seite dann neu.',
  'error.unknown.title': 'Etwas ist schiefgegangen',
  'error.unknown.body':
    'Der Fehler wurde unter der folgenden Referenz protokolliert. Versuchen Sie es noch einmal; bleibt er bestehen, senden Sie die Referenz an den Support.',
  'error.unknown.reference': 'Referenz',
  'error.toStart': 'Zur Startseite',
  'error.toListings': 'Aktive Angebote zeigen',
  'error.toOrders': 'Alle Bestellungen zeigen',
  'error.reload': 'Seite neu laden',
}
