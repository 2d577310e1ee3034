/** 'Na verdade', 'errei', 'o certo é': what follows stands in the place of what was said before. */
export const amends = (folded: string): boolean =>
  /\b(na verdade|errei|errad[oa]|corrig\w+|corrijo|quis dizer|quer dizer|digo|alias|ops|me enganei|foi mal|mudei de ideia|pensando melhor|melhor dizendo|(telefone|email|e-mail|numero|nome|celular|valor) (e |esta )?(certo|correto|novo)|o (certo|correto) e|(esque\w+|ignor\w+|desconsider\w+) (isso|o que|tudo o que))\b/.test(
    folded,
  )
