export const unsent = {
  'unsent.signedOut':
    'Es wurde nichts gesendet; was Sie eingegeben haben, ist noch da. Melden Sie sich an, kehren Sie zu dieser Seite zurück und drücken Sie die Schaltfläche noch einmal.',
  'unsent.signIn': 'In einem neuen Fenster anmelden',
  'unsent.forbidden':
    'Es wurde nichts gesendet; was Sie eingegeben haben, ist noch da und kann kopiert werden. Bitten Sie einen Inhaber des Shops, Ihre Rolle zu ändern, und drücken Sie dann die Schaltfläche noch einmal.',
  'unsent.otherReader.title': 'Ein anderes Mitglied oder ein anderer Shop ist angemeldet',
  'unsent.otherReader':
    'Es wurde nichts gesendet: In einem anderen Fenster hat sich jemand anderes angemeldet oder wurde ein anderer Shop gewählt. Wechseln Sie dort zurück und drücken Sie dann die Schaltfläche noch einmal.',
  'unsent.token':
    'Es wurde nichts gesendet; was Sie eingegeben haben, ist noch da. Drücken Sie die Schaltfläche noch einmal; kommt dies wieder, erlauben Sie Cookies für diese Website.',
  'unsent.tooMany':
    'Es wurde nichts gesendet: Zu viele Ihrer Seiten werden gerade geladen. Warten Sie, bis sie da sind, und drücken Sie dann die Schaltfläche noch einmal.',
  'unsent.typed': 'Was Sie eingegeben haben',
  'unsent.again': 'Noch einmal senden',
} as const
