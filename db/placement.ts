/** Tables with a seller that stay on the coordinator of a cluster (docs/scale-out.md). */
export const coordinatorTables = [
  'seller_names',
  'sessions',
  'memberships',
  'invitations',
  'team_events',
  'saved_views',
  'api_keys',
  'webhook_endpoints',
  'webhook_deliveries',
  'api_answers',
  'page_loads',
  'messages',
  'task_mail_choices',
  'task_mails',
  'market_lines',
  'product_listing_copies',
]

/** Views of the owner's functions, over rows of all sellers; requests may not read them. */
export const ownersViews = ['product_listings']

/** Tables that every server of a cluster has: catalogues, not members' activity. */
export const replicatedTables = ['products']
