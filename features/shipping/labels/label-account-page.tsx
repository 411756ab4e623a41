import { useLoaderData } from '#web/router/router.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { LabelError } from '#features/shipping/label-providers/label-provider.ts'
import { addDays, dateAt, startOfDay } from '#lib/zoned-time.ts'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { NewWindowLabel } from '#shui/text/text.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerLoader, type SellerArgs } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { PageForm } from '#web/page-form.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { compareCharges } from './compare-charges-db.server.ts'
import { readCharges } from './label-charges.server.ts'
import { providerFor } from './label-accounts-db.server.ts'
import styles from './label-account.module.css'

await loadTexts('labels')

/** An account at a provider: its balance, and a month's lines beside what the hub booked. */
export const loader = sellerLoader('money.view', async (visit) => {
  const { hub, read, seller, texts: reader, url } = visit
  const texts = textsFor(reader.locale, seller.timeZone)
  const account = await read((db) =>
    selectOfSeller(db, 'label_accounts', seller.id)
      .selectAll()
      .where('account_key', '=', url.searchParams.get('account') ?? '')
      .executeTakeFirst(),
  )
  if (!account) throw refuse('not-found')
  const now = hub.now()
  const asked = /^20\d\d-(0[1-9]|1[0-2])$/.exec(url.searchParams.get('month') ?? '')?.[0]
  const month = asked ?? dateAt(now, seller.timeZone).slice(0, 7)
  if (account.removed_at === null) await readCharges(hub, { sellerId: seller.id, id: account.id })
  const next = addDays(`${month}-01`, 31).slice(0, 7)
  const [from, until] = [startOfDay(`${month}-01`, seller.timeZone), startOfDay(`${next}-01`, seller.timeZone)]
  const compared = await read((db) => compareCharges(db, { sellerId: seller.id, accountId: account.id, from, until }))
  return {
    key: account.account_key,
    name: account.name,
    month,
    zone: texts.t('common.zone', { zone: texts.zoneName(now) }),
    balance: await balanceOf(visit, account, texts),
    sums: compared.map(({ currency, labels, chargedMinor, bookedMinor, differences }) => ({
      currency,
      labels,
      charged: texts.money({ minor: chargedMinor, currency }),
      booked: texts.money({ minor: bookedMinor, currency }),
      differences: differences.map((each) => ({
        label: each.label,
        order: each.orderNumber,
        charged: texts.money({ minor: each.chargedMinor, currency }),
        booked: texts.money({ minor: each.bookedMinor, currency }),
      })),
    })),
  }
})

async function balanceOf(
  { hub }: SellerArgs,
  account: Parameters<typeof providerFor>[0],
  texts: ReturnType<typeof textsFor>,
): Promise<{ text: string; topUpUrl: string | null } | null> {
  try {
    const found = await providerFor(account, hub).balance?.()
    return found ? { text: texts.money(found), topUpUrl: found.topUpUrl } : null
  } catch (error) {
    if (error instanceof LabelError) return { text: texts.t(`labels.problem.${unsure(error)}`), topUpUrl: null }
    throw error
  }
}

const unsure = ({ failure }: LabelError) => (failure === 'KEY' ? 'KEY' : 'UNAVAILABLE')

export default function LabelAccountPage() {
  const { key, name, month, zone, balance, sums } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={name} note={zone} />
      {balance ? (
        <p className={styles.balance}>
          <span>{t('labels.balance')}</span> <b>{balance.text}</b>
          {balance.topUpUrl ? (
            <a href={balance.topUpUrl} target="_blank" rel="noopener noreferrer">
              {t('labels.topUp')}
              <NewWindowLabel />
            </a>
          ) : null}
        </p>
      ) : null}
      <Section title={t('labels.compare')}>
        <PageForm method="get" className={styles.month}>
          <input type="hidden" name="account" value={key} />
          <TextField label={t('word.month')} id="month" name="month" type="month" defaultValue={month} width="medium" />
          <Button type="submit">{t('labels.month.show')}</Button>
        </PageForm>
        {sums.length === 0 ? <p className={styles.text}>{t('labels.compare.none')}</p> : null}
        {sums.map(({ currency, labels, charged, booked, differences }) => (
          <div key={currency} className={styles.text}>
            <p>{t('labels.compare.sums', { n: labels, charged, booked })}</p>
            {differences.length === 0 ? (
              <Status tone="good" text={t('labels.compare.equal')} />
            ) : (
              <table className={styles.table}>
                <thead>
                  <tr>
                    <th scope="col">{t('labels.compare.label')}</th>
                    <th scope="col">{t('word.order')}</th>
                    <th scope="col">{t('labels.compare.charged')}</th>
                    <th scope="col">{t('labels.compare.booked')}</th>
                  </tr>
                </thead>
                <tbody>
                  {differences.map((each) => (
                    <tr key={each.label}>
                      <td>{each.label}</td>
                      <td>
                        {each.order ? (
                          <PageLink to={paths.orderDetails(each.order)}>{each.order}</PageLink>
                        ) : (
                          t('labels.compare.unknown')
                        )}
                      </td>
                      <td>{each.charged}</td>
                      <td>{each.booked}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </div>
        ))}
      </Section>
    </>
  )
}
