// Words for the state of an order, in the languages of marketplaces.

export const [cancelledWords, shippedWords] = [
  /(?<!\p{L})(?:cancell?ed|void(?:ed)?|storniert|storno|annul[ée]e?|cancelad[ao]|annullat[ao]|geannuleerd)(?!\p{L})/iu,
  /^(?:fulfilled|shipped|dispatched|delivered|completed?|versandt|versendet|verschickt|(?:aus)?geliefert|zugestellt|abgeschlossen|erledigt|(?:expédi|livr|termin)ée?|(?:envi|entreg|complet)ad[ao]|(?:spedi|consegna|completa)t[ao]|verzonden|bezorgd|afgerond)(?!\p{L})/iu,
]

const openWords =
  /(?<!\p{L})(?:un(?:fulfilled|shipped)|partial(?:ly)?|pending|processing|open|new|awaiting|hold|ready|offen|neu|in bearbeitung|versandbereit|ausstehend|en cours|en attente|pendiente|in attesa)(?!\p{L})/iu

/** Whether a state says that an order is shipped or is not. */
export const isOfShipping = (state: string): boolean =>
  state === '' || shippedWords.test(state) || openWords.test(state)

/** What a cell of a column of yes and no says; null if it says something else, or nothing. */
export const isMarked = (text: string): boolean | null =>
  /^(?:yes|y|x|true|1|ja|j|oui|s[ií])$/i.test(text) ? true : /^(?:no|n|false|0|nein|non)$/i.test(text) ? false : null
