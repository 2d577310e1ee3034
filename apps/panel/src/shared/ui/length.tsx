const count = new Intl.NumberFormat('pt-BR')

/** How much of the room for a text is taken, on a line of its own. */
export function Length({ of, most }: { of: number; most: number }) {
  return (
    <span className={`block tabular ${of > most ? 'font-semibold text-roma' : ''}`}>
      {count.format(of)} de {count.format(most)} caracteres
    </span>
  )
}
