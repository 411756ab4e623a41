const gone =
  /^(?:not shipped[ -]+)?(?:refund(?:ed|[ -]?pending|[ -]?requested)?|void(?:ed)?|cancel(?:l?ed)?|storniert|erstattet|ungültig|annull?[ie]rt|annulé|rembours[eé]|anulad[oa]|rimborsat[oa]|annullat[oa])(?![\p{L}])/iu
const other =
  /^(?:purchased|printed|shipped|in[ _-]?transit|delivered|created|new|ready[ _]for[ _]pickup|picked[ _]up|ack|label[ _]created|pre[ _-]?transit|gekauft|gedruckt|versandt|versendet|zugestellt)$/i

/** Whether a label's status says that it is not used: its postage went back, or it was voided. */
export const isVoidLabel = (status: string) => gone.test(status.trim())

/** Whether a text is the status of a label. */
export const isLabelStatus = (text: string) => isVoidLabel(text) || other.test(text.trim())
