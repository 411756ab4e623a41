/** Prices of one unit in French, Spanish and Italian. */
export const otherUnitPrices = ['prix unitaire', 'precio unitario', 'prezzo unitario']

/** Headers in French, Spanish, Italian and Dutch, separated by `|`; accents may be missing. */
export const inOtherLanguages = {
  order:
    'Numéro de commande|N° de commande|N° commande|Référence commande|Commande|Número de pedido|N.º de pedido|Nº de pedido|Pedido|Numero ordine|Numero d’ordine|Ordine|Bestelnummer|Ordernummer',
  placed:
    'Date de commande|Date de la commande|Date de vente|Fecha del pedido|Fecha de pedido|Fecha|Data ordine|Data dell’ordine|Data|Besteldatum',
  paid: 'Date de paiement|Payé le|Fecha de pago|Data pagamento|Betaaldatum',
  shipped: 'Date d’expédition|Expédié le|Fecha de envío|Enviado el|Data spedizione|Data di spedizione|Verzenddatum',
  fulfilment: 'Statut|Statut de la commande|État|Estado|Estado del pedido|Stato|Stato ordine',
  total: 'Montant total|Total TTC|Total de la commande|Importe total|Total del pedido|Totale|Totale ordine|Totaal',
  shipping: 'Frais de port|Frais de livraison|Gastos de envío|Spese di spedizione|Verzendkosten',
  tax: 'TVA|IVA|BTW',
  discount: 'Remise|Réduction|Descuento|Sconto|Korting',
  currency: 'Devise|Divisa|Moneda|Valuta',
  buyerName: 'Client|Nom du client|Acheteur|Cliente|Nombre del cliente|Comprador|Acquirente|Klant',
  email: 'Adresse e-mail|Courriel|Correo electrónico|Indirizzo e-mail',
  service: 'Mode de livraison|Método de envío|Metodo di spedizione',
  tracking: 'Numéro de suivi|Número de seguimiento|Numero di tracking|Numero di tracciamento',
  name: 'Destinataire|Nom|Destinatario|Nombre|Nome',
  line1: 'Adresse de livraison|Rue|Dirección de envío|Dirección|Calle|Indirizzo di spedizione|Indirizzo|Adres',
  city: 'Ville|Ciudad|Población|Localidad|Città|Plaats',
  region: 'Région|Provincia|Regione',
  postcode: 'Code postal|Código postal|CAP|Codice postale',
  country: 'Pays|País|Paese|Nazione',
  phone: 'Téléphone|Teléfono|Telefono|Telefoon',
  title: 'Article|Produit|Nom du produit|Désignation|Artículo|Producto|Nombre del producto|Articolo|Prodotto',
  sku: 'Référence produit|Référence|Referencia|Codice articolo',
  quantity: 'Quantité|Qté|Cantidad|Quantità|Aantal',
  price: [...otherUnitPrices, 'Prix', 'Precio', 'Prezzo', 'Prijs'].join('|'),
}
