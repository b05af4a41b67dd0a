"""The components of pages: a folder for each, with its Python, JavaScript and CSS.

In the browser they are in one document and communicate by three events on it, each for one `group`
of parts:

    ndcg:highlight  {group, doc}     the pointer or the focus is on document `doc` (null: on none);
                                     a `doc` is a place among a trace's documents, from 0
    ndcg:preview    {group, values}  what cg, dcg and ndcg would be if the card under the pointer
                                     were dropped now
    ndcg:swap       {group, ranks}   two ranks were chosen in a heat map: the board swaps them
"""
