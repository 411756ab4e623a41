/** Attributes of a product in Google's feed, in the order of the file. */
export const feedAttributes = [
  'id',
  'title',
  'description',
  'link',
  'image_link',
  'additional_image_link',
  'availability',
  'price',
  'sale_price',
  'sale_price_effective_date',
  'condition',
  'brand',
  'gtin',
  'mpn',
  'identifier_exists',
  'product_type',
  'item_group_id',
  'color',
  'size',
  'shipping',
] as const
export type FeedAttribute = (typeof feedAttributes)[number]

/** Id and label of an attribute's column. Its name is that of the attribute, in each language the same. */
export const feedColumn = (name: FeedAttribute) => `reports.feed.${name}` as const
