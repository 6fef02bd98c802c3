/** How many names of bounds are counted apart; pages name some of them. */

export const MAX_LOSS_NAMES = 30; // bounds that are counted apart; pages name some of them
