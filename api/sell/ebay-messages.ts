/**
 * eBay's `message` for each error, verbatim because programs depend on it. Placeholders in braces are filled in. The
 * hub's own text is the error's `longMessage`.
 */
const ebayMessages: Readonly<Record<number, string>> = {
  1001: 'Invalid access token',
  1100: 'Access denied',
  2001: 'Too many requests',
  2003: 'Internal error',
  2004: 'Invalid request',
  30500: 'System error',
  30700: 'Invalid filter name: {fieldname}',
  30800: 'Invalid filter value {fieldvalue} for filter {fieldname}',
  30810: 'Invalid date format',
  30820: 'Start date is missing',
  30830: "Time range between start date and end date must be within '{allowedTime}' years.",
  30840: 'Start date should be before end date',
  30850: "Start and end dates can't be in the future",
  30900: 'Exceeded maximum number of order IDs (the current limit is 50)',
  31000: 'Invalid offset: {offsetvalue}',
  31100: 'Invalid limit: {limitvalue}',
  32100: 'Invalid order ID: {orderId}',
  32110: 'Invalid shipping fulfillment ID: {fulfillmentId}',
  32200: 'Invalid line item id: {lineItemId}',
  32210: 'Duplicate line item in the request',
  32300: 'Invalid shipment tracking number or carrier',
  32500: 'Invalid shipped date',
  32600: 'Invalid input data',
  32800: 'Invalid field group: {fieldGroup}',
  34902: "Request can't be empty.",
  34903: 'The refund reason must be specified.',
  34905: 'Either orderLevelRefundAmount or refundItems must be specified.',
  34906: 'The amount value must be specified.',
  34907: 'The amount value must be positive and within two decimals.',
  34908: 'The amount currency must be specified.',
  34909: "The amount currency isn't correct.",
  34910: 'Either legacyReference or lineItemId must be specified for item level refund.',
  34913: 'Can not find the order.',
  34914: "Can't find the item in the order.",
  34915: 'The refund amount exceeds order amount.',
  34917: 'This order was already refunded.',
  34921: "The comment exceeds the length limit, please make sure it doesn't exceed 1000 characters.",
  34922: "Refund can't be issued while previous refund is processing.",
  34924: 'The item refund amount exceeds the item remaining amount.',
  34929: 'You cannot refund this order yet since the buyer payment has not been processed. Please try again later.',
  20200: 'Warning. {additionalInfo}',
  20400: 'Invalid request. {additionalInfo}',
  20401: 'Missing field {fieldName}. {additionalInfo}',
  20402: 'Invalid input. {additionalInfo}',
  20403: 'Invalid {fieldName}. {additionalInfo}',
  20404: '{fieldName} not found.',
  20406: 'Invalid return option',
  20500: 'System error.',
  20501: 'Service unavailable. Please try again in next 24 hours.',
  25001: 'Any System error. {additionalInfo}',
  25002: 'Any User error. {additionalInfo}',
  25003: 'Invalid price. {additionalInfo}',
  25004: 'Invalid quantity. {additionalInfo}',
  25005: 'Invalid category. {additionalInfo}',
  25006: 'Invalid listing option. {additionalInfo}',
  25007: 'Invalid Shipping policy information. {additionalInfo}',
  25008: 'Invalid Payment policy information. {additionalInfo}',
  25009: 'Invalid Return policy information. {additionalInfo}',
  25012: 'Invalid location. {additionalInfo}',
  25014: 'Invalid pictures. {additionalInfo}',
  25015: 'Invalid picture URL. {additionalInfo}',
  25016: 'Invalid {fieldName}. {additionalInfo}',
  25019: 'Cannot revise the listing. {additionalInfo}',
  25020: 'Invalid package details. {additionalInfo}',
  25021: 'Invalid condition information. {additionalInfo}',
  25022: 'Invalid attribute. {fieldName}',
  25024: 'Invalid Best Offer information. {additionalInfo}',
  25025: 'Concurrent access of Inventory or InventoryItemGroup. Please try again later',
  25028: '{field} is not applicable and has been dropped',
  25029: '{field} is required for this category.',
  25503: 'Invalid product information. {additionalInfo}',
  25702: 'SKU {additionalInfo} is not available in the system',
  25706: 'You have provided invalid pagination values. {additionalInfo}.',
  25707: 'Invalid sku. sku has to be alphanumeric with upto 50 characters in length',
  25708: 'Invalid sku',
  25709: 'Invalid request. Invalid value for field {additionalInfo}',
  25713: 'This Offer is not available : {additionalInfo}.',
  25727: 'The number of InventoryItems in the request cannot exceed {additionalInfo}.',
  25728: 'InventoryItems should be unique in the request.',
  25729: 'The combination of SKU, marketplaceId and format should be unique.',
  25730: 'The number of offers in the request cannot exceed {additionalInfo}',
  25731: 'OfferId should be unique in the request.',
  25734: 'SKU should be unique in the request.',
  25752: 'listingStartDate provided is invalid.',
  25753: 'listingStartDate is in the past or the offer is live. Value is not updated on the listing.',
  25755: 'listingDuration is required for auction offer.',
  25757: 'auctionStartPrice is required for auction offer.',
  25758: 'auctionStartPrice and auctionReservePrice are not supported for fixed price offer.',
  25761: 'Discount pricing is not applicable for auction offer.',
  25762: 'availableQuantity is not applicable for auction offer.',
  25763: 'quantityLimitPerBuyer is not applicable for auction offer.',
  25764: 'eBayPlusIfEligible is not applicable for auction offer.',
  25800: 'Invalid {fieldName}.',
  25801: 'Missing field {fieldName}.',
  25802: 'Input error. {additionalInfo}',
  25803: '{fieldName} already exists.',
  25804: '{fieldName} already exists',
  25805: '{fieldName} Not Found.',
  25806:
    'Deletion is not allowed when the location type of an inventory location has been set to fulfillment center. However, you may disable it.',
  135000: 'There was a problem with an eBay internal system or process. Contact eBay developer support for assistance.',
  135001: 'The payout id was not found.',
  135002: 'The value of payout status filter is invalid',
  135003: 'The value of pagination is invalid.',
  135004: 'The value of payout date filter is invalid',
  135005: 'The value of sorting is invalid.',
  135006: 'The value of transaction type filter is invalid.',
  135007: 'The value of transaction status filter is invalid.',
  135008: 'The value of transaction date filter is invalid.',
  135009: 'Transaction type filter is missing.',
  135011: 'Transaction status filter is mandatory.',
  135012: 'The transfer id was not found.',
}

interface Known {
  detail?: string
  parameters?: Readonly<Record<string, string>>
}

/**
 * eBay's message with its placeholders filled; undefined if eBay has no such error. Unknown placeholders are removed
 * with the punctuation before them.
 */
export function ebayMessage(id: number, { detail, parameters = {} }: Known): string | undefined {
  const message = ebayMessages[id]
  const byName = new Map(Object.entries(parameters).map(([name, value]) => [name.toLowerCase(), value]))
  // Insert a sentence only where the message ends with one.
  if (detail !== undefined && message?.endsWith('. {additionalInfo}')) byName.set('additionalinfo', detail)
  const filled = message?.replaceAll(/\{(\w+)\}/g, (_all, name: string) => byName.get(name.toLowerCase()) ?? '')
  return filled
    ?.replaceAll(/ {2,}/g, ' ')
    .replace(/[ :]+(\.?)$/, '$1')
    .trim()
}
