"""The picture of lessons 2 to 6: blocks of gain, from a card to NDCG."""
