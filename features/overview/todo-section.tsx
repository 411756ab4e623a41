import CircleCheck from 'lucide-react/icons/circle-check'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { TodoListModel, TodoModel } from './todo-view.ts'
import styles from './todo-section.module.css'

/** All that is due, most urgent first, each line with the way to exactly those orders. */
export function TodoSection({ model }: { model: TodoListModel }) {
  const { t } = useTexts()
  return (
    <Section title={t('todo.title')} count={model.count}>
      {model.todos.length === 0 ? (
        <Empty title={t('todo.none')} hint={t('todo.noneHint')} icon={CircleCheck} level={3} />
      ) : (
        <ul className={styles.list}>
          {model.todos.map((todo) => (
            <TodoLine key={todo.key} todo={todo} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TodoLine({ todo: { due, title, number, item, facts, action } }: { todo: TodoModel }) {
  return (
    <li className={styles.line}>
      <span className={styles.due}>
        <Status {...due} />
      </span>
      <div className={styles.body}>
        <div className={styles.what}>
          <p className={styles.title}>
            <Title title={title} number={number} />
          </p>
          <p className={styles.about}>
            {item ? (
              <span className={styles.item}>
                <bdi className={styles.itemTitle}>{item.title}</bdi>
                {item.more}
              </span>
            ) : null}
            <span className={styles.facts}>
              {facts.map((fact) => (
                <bdi key={fact}>{fact}</bdi>
              ))}
            </span>
          </p>
        </div>
        <span className={styles.action}>
          <ButtonLink href={action.href} size="small" aria-label={action.label}>
            {action.text}
          </ButtonLink>
        </span>
      </div>
    </li>
  )
}

/** An order's number is not torn apart at its hyphens. */
function Title({ title, number }: Pick<TodoModel, 'title' | 'number'>) {
  const at = number === null ? -1 : title.indexOf(number)
  if (number === null || at < 0) return title
  return (
    <>
      {title.slice(0, at)}
      <span className={styles.number}>{number}</span>
      {title.slice(at + number.length)}
    </>
  )
}
