import type { deliveries as english } from '../en/deliveries.ts'

export const deliveries = {
  'orders.pickup.AWAITING_SHIPMENT': 'Wartet auf Abholung',
  'orders.pickup.DELIVERED': 'Abgeholt',
  'orders.delivery.SHIP': 'Versand',
  'orders.delivery.COLLECT': 'Abholung',
  'orders.delivery.DIGITAL': 'Digitale Lieferung',
  'orders.row.handOver': 'Übergeben',
  'orders.row.handOverThis': 'Übergeben: {number}',
  'orders.filter.delivery': 'Lieferart',
  'order.address.error.no-parcel': 'Diese Bestellung wird nicht versendet: Sie hat keine Lieferadresse.',
  'order.delivery.COLLECT': 'Der Käufer holt diese Bestellung bei Ihnen ab.',
  'order.delivery.DIGITAL': 'Es gibt nichts zu versenden. Die Bestellung ist geliefert, sobald sie bezahlt ist.',
  'order.event.HANDED_OVER': 'Dem Käufer übergeben',
  'order.event.HAND_OVER_UNDONE': 'Übergabe rückgängig gemacht',
  'order.event.corrected': 'Sendungsnummer geändert: {parcel}, zuvor {former}',
  'order.event.linesAdded': 'Artikel hinzugefügt: {items}',
  'order.event.digital': 'Digital geliefert',
} satisfies Record<keyof typeof english, string>
