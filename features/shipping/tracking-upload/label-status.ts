const gone =
  /^(?:not shipped[ -]+)?(?:refund(?:ed|[ -]?pending|[ -]?requested)?|void(?:ed)?|cancel(?:l?ed)?|storniert|erstattet|ungültig|annull?[ie]rt|annulé|rembours[eé]|anulad[oa]|rimborsat[oa]|annullat[oa])(?![\p{L}])/iu
const other =
  /^(?:purchased|printed|shipped|in[ _-]?transit|delivered|created|new|ready[ _]for[ _]pickup|picked[ _]up|ack|label[ _]created|pre[ _-]?transit|gekauft|gedruckt|versandt|versendet|zugestellt)$/i

/** Whether a label status means that it is unused: refunded or voided. */
export const isVoidLabel = (status: string) => gone.test(status.trim())

/** Whether a text is a label status. */
export const isLabelStatus = (text: string) => isVoidLabel(text) || other.test(text.trim())
