/** Shops that connectors join to the hub, for the operator. */
export const connections = {
  'connections.intro':
    'Connectors report here after each round. What they could not send is listed with the reason, and is sent again when you ask for it.',
  'connections.none': 'No shop is connected',
  'connections.none.hint':
    'A connector brings listings and orders of a shop such as Vendure or Medusa to this hub, and takes parcels and refunds back. The guide docs/connect.md, section 11, shows how to run one. It then appears here.',
  'connections.reference': 'What a connector reports',
  'connections.state':
    '{state, select, working {Working} starting {First round under way} behind {Behind} failing {Not working} other {Not heard from since {at}}}',
  'connections.never': 'never',
  'connections.reportedAt': 'Last report',
  'connections.shopReadAt': 'Shop read',
  'connections.hubReadAt': 'Hub read',
  'connections.unread': 'Events to read',
  'connections.listings': 'Listings sent',
  'connections.orders': 'Orders sent',
  'connections.told': 'Sent to the shop',
  'connections.waiting': 'Waiting',
  'connections.refused': 'Refused',
  'connections.notSent': 'Not sent',
  'connections.newest': 'The newest {n, number} of {all, number}',
  'connections.what': 'What',
  'connections.seller': 'Seller',
  'connections.where': 'Direction',
  'connections.reason': 'Reason',
  'connections.since': 'Since',
  'connections.action': 'Action',
  'connections.direction': '{direction, select, TO_HUB {To the hub} other {To the shop}}',
  'connections.item':
    '{kind, select, LISTING {Listing {id}} ORDER {Order {id}} PARCEL {Parcel {id}} REFUND {Refund {id}} other {Stock {id}}}',
  'connections.itemOf':
    '{kind, select, PARCEL {Parcel of order {id}} REFUND {Refund of order {id}} other {Stock of listing {id}}}',
  'connections.send': 'Send again',
  'connections.send.item': 'Send again: {name}',
  'connections.sendAll': 'Send all again',
  'connections.sendAll.of': 'Send all again: {name}',
  'connections.asked': 'Will be sent again',
  'connections.allAsked': 'All will be sent again',
  'connections.remove': 'Remove',
  'connections.remove.name': 'Remove {name}',
  'connections.done.asked': 'The connector sends it again with its next report.',
  'connections.done.removed': 'Removed. It returns if its connector reports again.',
}
