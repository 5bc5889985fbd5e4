/** The channel on which server copies tell each other what to push. */
export const liveChannel = 'dictara_live'
