/** On the document, after a filter replaced the parts of the Scores page: the scripts of its other views draw again. */
export const PARTS_REPLACED = 'parts-replaced';
